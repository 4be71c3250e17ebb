/** Returns the first `length` characters followed by "...", or the text itself if it is not longer. Never splits a surrogate pair. */
export const truncateText = (text: string, length: number): string => {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length).join('').trimEnd()}...`
}
