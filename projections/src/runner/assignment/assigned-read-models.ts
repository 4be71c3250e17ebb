import { createHash } from 'node:crypto'
import type { WorkerPresence, ReadModelKey } from '@thirty/infra/read-models/read-models.ts'

/** A view, and who can feed it. */
type Post = { view: ReadModelKey; word: string; able: string[] }

/**
 * Shares views out among those who are there: each gets at most an equal part, rounded up, and every view goes to
 * somebody who can feed it. Whoever knows of the same others comes to the same answer, so nobody has to hand out
 * shares; and when somebody comes or goes, most views stay where they are. Answers the share of one owner.
 */
export function assignedReadModels(
  owner: string,
  present: readonly WorkerPresence[],
): readonly ReadModelKey[] {
  const posts = postsOf(present).sort(byChoice)
  const part = Math.ceil(posts.length / Math.max(present.length, 1))
  const counts = new Map<string, number>()
  return posts.flatMap(({ view, word, able }) => {
    const free = able.filter((one) => (counts.get(one) ?? 0) < part)
    const chosen = favourite(word, free) ?? favourite(word, able)
    if (chosen === undefined) return []
    counts.set(chosen, (counts.get(chosen) ?? 0) + 1)
    return chosen === owner ? [view] : []
  })
}

function postsOf(present: readonly WorkerPresence[]): Post[] {
  const posts = new Map<string, Post>()
  for (const { owner, readModels: views } of present) {
    for (const view of views) {
      const word = `${view.name} v${view.version}`
      const post = posts.get(word) ?? { view, word, able: [] }
      post.able.push(owner)
      posts.set(word, post)
    }
  }
  return [...posts.values()]
}

/** During an upgrade some views can be fed by few; those go first, while their feeders still have room. */
const byChoice = (one: Post, other: Post): number =>
  one.able.length - other.able.length || (one.word < other.word ? -1 : 1)

/** The same for everybody, and another for each view. */
function favourite(word: string, owners: readonly string[]): string | undefined {
  const mark = (owner: string) => createHash('sha256').update(`${word} ${owner}`).digest('hex')
  const marked = owners.map((owner) => ({ owner, mark: mark(owner) }))
  return marked.toSorted((one, other) => (one.mark < other.mark ? -1 : 1))[0]?.owner
}
