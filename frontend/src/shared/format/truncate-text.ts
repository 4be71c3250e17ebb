/** Returns the first `length` characters followed by "...", or the text itself if it is not longer. Never splits a surrogate pair. */
export const truncateText = (text: string, at: number): string => {
  const characters = [...text]
  return characters.length <= at ? text : `${characters.slice(0, at).join('').trimEnd()}...`
}
