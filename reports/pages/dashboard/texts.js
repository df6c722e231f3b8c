// Texts in which something is marked: what two of them do not share, or what an item is about.

const LONGEST_DIFF = 400; // words; beyond it two texts are shown as they are

function spanned(item, text) {
  if (!item.span) return [text];
  const letters = [...text]; // offsets count code points, as Python does
  const [start, end] = item.span;
  return [letters.slice(0, start).join(""),
    make("mark", { class: "span" }, letters.slice(start, end).join("")),
    letters.slice(end).join("")];
}

// Words that only one of the texts has, by their longest common subsequence.
function difference(first, second) {
  const [a, b] = [first.split(/(?<=\s)/), second.split(/(?<=\s)/)];
  if (a.length > LONGEST_DIFF || b.length > LONGEST_DIFF) return [[first], [second]];
  const [left, right] = [a.map((word) => word.trim()), b.map((word) => word.trim())];
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i][j] = left[i] === right[j]
        ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  const [inFirst, inSecond] = [a.map(() => false), b.map(() => false)];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (left[i] === right[j]) { inFirst[i] = inSecond[j] = true; i += 1; j += 1; }
    else if (lengths[i + 1][j] >= lengths[i][j + 1]) i += 1;
    else j += 1;
  }
  return [marked(a, inFirst, "good"), marked(b, inSecond, "bad")];
}

function marked(words, common, kind) {
  const parts = [];
  words.forEach((word, index) => {
    const last = parts[parts.length - 1];
    if (last && last.common === common[index]) last.text += word;
    else parts.push({ text: word, common: common[index] });
  });
  return parts.map((part) => {
    if (part.common) return part.text;
    const text = part.text.trimEnd();
    const fragment = document.createDocumentFragment();
    fragment.append(make("mark", { class: kind }, text), part.text.slice(text.length));
    return fragment;
  });
}
