/**
 * Returns whether a stream has one of these prefixes, which are whole families such as `project-`. It is called for every event and
 * every projection, so it remembers the result of each family, and tries the family of the last stream first.
 */
export function streamFamilyFilter(prefixes: readonly string[]): (stream: string) => boolean {
  const isReadByFamily = new Map<string, boolean>()
  let last = { family: '-', isRead: false }
  return (stream) => {
    if (stream.startsWith(last.family)) return last.isRead
    const dash = stream.indexOf('-')
    const family = dash < 0 ? stream : stream.slice(0, dash + 1)
    let isRead = isReadByFamily.get(family)
    if (isRead === undefined) {
      isRead = prefixes.some((prefix) => family.startsWith(prefix))
      isReadByFamily.set(family, isRead)
    }
    if (dash > 0) last = { family, isRead }
    return isRead
  }
}
