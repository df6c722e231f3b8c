"""What is measured. Pure: numbers and text in, a frozen result out."""
