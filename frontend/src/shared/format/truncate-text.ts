/** The first `at` characters with "..." behind, or the text itself if it is not longer. Never cuts a character in two. */
export const truncateText = (text: string, at: number): string => {
  const characters = [...text]
  return characters.length <= at ? text : `${characters.slice(0, at).join('').trimEnd()}...`
}
