import type { BoardRow } from '@thirty/contracts/leaderboard/api.ts'
import { formatFirstName } from '../../../shared/format/format-name.ts'
import { formatScore } from '../../../shared/format/format-score.ts'
import { t } from '../../../shared/i18n/t.ts'

/** A change on the board, with first names. `at` is when it happened, as ISO text. */
export type ActivityItem = { id: string; at: string; name: string; isYou: boolean } & (
  | { kind: 'took-the-lead'; previousLeader: string | undefined }
  | { kind: 'moved-up'; rank: number; overtaken: readonly string[] }
  | { kind: 'moved-down'; rank: number }
  | { kind: 'scored'; day: number; score: number }
  | { kind: 'submitted'; day: number }
)

/**
 * Returns the most important change of each participant between two states of the rows. Omits participants who only moved
 * down because others overtook them, except for the user.
 */
export function detectActivity(
  before: readonly BoardRow[],
  after: readonly BoardRow[],
  { at, position, ownId }: { at: string; position: string; ownId: string | undefined },
): ActivityItem[] {
  const previousById = new Map(before.map((row) => [row.id, row]))
  const newRanks = new Map(after.map((row) => [row.id, row.rank]))
  return after.flatMap((row): ActivityItem[] => {
    const previous = previousById.get(row.id)
    if (previous === undefined) return []
    const base = { id: `${position}-${row.id}`, at, name: formatFirstName(row), isYou: row.id === ownId }
    const rankChange = detectRankChange(previous, row, before, newRanks)
    if (rankChange && (rankChange.kind !== 'moved-down' || base.isYou)) return [{ ...base, ...rankChange }]
    const day = detectDayChange(previous, row)
    return day ? [{ ...base, ...day }] : []
  })
}

function detectRankChange(
  previous: BoardRow,
  row: BoardRow,
  before: readonly BoardRow[],
  newRanks: ReadonlyMap<string, number>,
) {
  if (row.rank === previous.rank) return undefined
  if (row.rank > previous.rank) return { kind: 'moved-down' as const, rank: row.rank }
  if (row.totalPoints <= previous.totalPoints) return undefined
  if (row.rank === 1) {
    const leader = before.find((other) => other.rank === 1)
    return { kind: 'took-the-lead' as const, previousLeader: leader && formatFirstName(leader) }
  }
  const overtaken = before
    .filter((other) => other.rank >= row.rank && other.rank < previous.rank)
    .filter((other) => (newRanks.get(other.id) ?? other.rank + 1) > row.rank)
    .map(formatFirstName)
  return { kind: 'moved-up' as const, rank: row.rank, overtaken }
}

function detectDayChange(previous: BoardRow, row: BoardRow) {
  const previousDays = new Map(previous.days.map((entry) => [entry.day, entry]))
  for (const { day, score } of row.days) {
    if (score !== null && previousDays.get(day)?.score !== score)
      return { kind: 'scored' as const, day, score }
  }
  const submitted = row.days.find(({ day, status }) => !previousDays.has(day) && status === 'submitted')
  return submitted ? { kind: 'submitted' as const, day: submitted.day } : undefined
}

/** Returns the announcement for screen reader users: the user's own change first, then the number of other changes. */
export function formatAnnouncement(items: readonly ActivityItem[]): string | undefined {
  if (items.length === 0) return undefined
  const ownItem = items.find((item) => item.isYou)
  const otherCount = items.filter((item) => !item.isYou).length
  if (ownItem === undefined) return t('leaderboard.changesOnBoard', { count: otherCount })
  const ownText = formatOwnItem(ownItem)
  return otherCount === 0 ? ownText : `${ownText} ${t('leaderboard.otherChanges', { count: otherCount })}`
}

function formatOwnItem(item: ActivityItem): string {
  switch (item.kind) {
    case 'took-the-lead':
      return t('leaderboard.youTookTheLead')
    case 'moved-up':
      return t('leaderboard.youMovedUp', { rank: item.rank })
    case 'moved-down':
      return t('leaderboard.youMovedDown', { rank: item.rank })
    case 'scored':
      return t('leaderboard.youScored', { score: formatScore(item.score), day: item.day })
    case 'submitted':
      return t('leaderboard.youSubmitted', { day: item.day })
  }
}
