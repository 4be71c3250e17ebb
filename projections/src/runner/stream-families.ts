import type { Projection } from '@thirty/infra/read-models/read-models.ts'

/**
 * Returns whether a projection reads a stream. It is called for every event and every projection, so it remembers the result of
 * each stream family, and tries the family of the last stream first. Throws for a projection that reads a part of a family, as
 * `project-1`.
 */
export function streamFamilyFilter({ name, streams }: Projection): (stream: string) => boolean {
  const partial = streams.find((prefix) => /-./.test(prefix))
  if (partial)
    throw new Error(
      `Projection ${name} reads ${partial}; a projection reads whole stream families, as "project-".`,
    )
  const isReadByFamily = new Map<string, boolean>()
  let last = { family: '-', isRead: false }
  return (stream) => {
    if (stream.startsWith(last.family)) return last.isRead
    const dash = stream.indexOf('-')
    const family = dash < 0 ? stream : stream.slice(0, dash + 1)
    let isRead = isReadByFamily.get(family)
    if (isRead === undefined) {
      isRead = streams.some((prefix) => family.startsWith(prefix))
      isReadByFamily.set(family, isRead)
    }
    if (dash > 0) last = { family, isRead }
    return isRead
  }
}
