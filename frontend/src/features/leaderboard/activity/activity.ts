import type { BoardRow } from '@thirty/contracts/api/challenge/leaderboard.ts'

/** A change on the board that this browser received. `at` is ISO time. */
export type ActivityItem = { id: string; at: string; name: string; isYou: boolean } & (
  | { kind: 'took-the-lead'; previousLeader: string | undefined }
  | { kind: 'moved-up'; rank: number; overtaken: readonly string[] }
  | { kind: 'moved-down'; rank: number }
  | { kind: 'scored'; day: number; score: number }
  | { kind: 'submitted'; day: number }
)

/**
 * Returns the most important change per participant between two states of rows. Participants who only moved down because
 * others overtook them are omitted, except for the user.
 */
export function detectActivity(
  before: readonly BoardRow[],
  after: readonly BoardRow[],
  { at, position, me }: { at: string; position: string; me: string | undefined },
): ActivityItem[] {
  const old = new Map(before.map((row) => [row.id, row]))
  return after.flatMap((row): ActivityItem[] => {
    const was = old.get(row.id)
    if (was === undefined) return []
    const base = { id: `${position}-${row.id}`, at, name: row.name, isYou: row.id === me }
    const move = moveOf(was, row, before, after)
    if (move && (move.kind !== 'moved-down' || base.isYou)) return [{ ...base, ...move }]
    const day = dayNews(was, row)
    return day ? [{ ...base, ...day }] : []
  })
}

function moveOf(was: BoardRow, row: BoardRow, before: readonly BoardRow[], after: readonly BoardRow[]) {
  if (row.rank === was.rank) return undefined
  if (row.rank > was.rank) return { kind: 'moved-down' as const, rank: row.rank }
  if (row.totalPoints <= was.totalPoints) return undefined
  if (row.rank === 1) {
    return { kind: 'took-the-lead' as const, previousLeader: before.find((other) => other.rank === 1)?.name }
  }
  const now = new Map(after.map((other) => [other.id, other.rank]))
  const past = before
    .filter((other) => other.rank >= row.rank && other.rank < was.rank)
    .filter((other) => (now.get(other.id) ?? other.rank + 1) > row.rank)
    .map((other) => other.name)
  return { kind: 'moved-up' as const, rank: row.rank, overtaken: past }
}

function dayNews(was: BoardRow, row: BoardRow) {
  const known = new Map(was.days.map((each) => [each.day, each]))
  for (const { day, score } of row.days) {
    if (score !== null && known.get(day)?.score !== score) return { kind: 'scored' as const, day, score }
  }
  const handedIn = row.days.find(({ day, status }) => !known.has(day) && status === 'submitted')
  return handedIn ? { kind: 'submitted' as const, day: handedIn.day } : undefined
}

/** Returns the announcement for screen reader users: the user's own change first, then the number of other changes. */
export function formatAnnouncement(news: readonly ActivityItem[]): string | undefined {
  if (news.length === 0) return undefined
  const own = news.find((each) => each.isYou)
  const others = news.filter((each) => !each.isYou).length
  const rest = others === 1 ? '1 other change.' : `${others} other changes.`
  if (own === undefined) return others === 1 ? '1 change on the board.' : `${others} changes on the board.`
  return others === 0 ? ownWords(own) : `${ownWords(own)} ${rest}`
}

function ownWords(news: ActivityItem): string {
  switch (news.kind) {
    case 'took-the-lead':
      return 'You took the lead.'
    case 'moved-up':
      return `You moved up to ${news.rank}.`
    case 'moved-down':
      return `You moved down to ${news.rank}.`
    case 'scored':
      return `You scored ${news.score.toFixed(1)} on day ${news.day}.`
    case 'submitted':
      return `You submitted day ${news.day}.`
  }
}
