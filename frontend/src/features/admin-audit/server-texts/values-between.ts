/**
 * Returns what a text has between its fixed parts, of which the first begins and the last ends it; `undefined` if it is another text.
 * No value is empty. Where a part occurs several times, `longest` says which value gets all of it. The text is read once for each
 * part: a regular expression with several groups tries their combinations, which takes long for the texts that people write.
 */
export function valuesBetween(
  [head = '', ...rest]: readonly string[],
  text: string,
  longest: 'first' | 'last',
): string[] | undefined {
  const tail = rest.pop()
  if (tail === undefined) return text === head ? [] : undefined
  if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length)
    return undefined
  const inner = text.slice(head.length, text.length - tail.length)
  const values = longest === 'last' ? splitFromStart(inner, rest) : splitFromEnd(inner, rest)
  return values?.every((value) => value !== '') ? values : undefined
}

function splitFromStart(text: string, separators: readonly string[]): string[] | undefined {
  const values: string[] = []
  let begin = 0
  for (const separator of separators) {
    const end = text.indexOf(separator, begin + 1)
    if (end < 0) return undefined
    values.push(text.slice(begin, end))
    begin = end + separator.length
  }
  return [...values, text.slice(begin)]
}

function splitFromEnd(text: string, separators: readonly string[]): string[] | undefined {
  const values: string[] = []
  let end = text.length
  for (const separator of separators.toReversed()) {
    const last = end - separator.length - 1
    const begin = last < 0 ? -1 : text.lastIndexOf(separator, last)
    if (begin < 0) return undefined
    values.unshift(text.slice(begin + separator.length, end))
    end = begin
  }
  return [text.slice(0, end), ...values]
}
