"""trend.html: the checkpoints of one training or several on one offline page."""
