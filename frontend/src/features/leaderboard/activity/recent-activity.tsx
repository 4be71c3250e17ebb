// The card of the latest changes since this browser opened the leaderboard, which are also read out; and how a change is found between two
// states of the rows.

import { CircleCheck, Crown, TrendingDown, TrendingUp, Upload } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import type { BoardRow } from '@thirty/contracts/leaderboard/api.ts'
import { create } from 'zustand'
import { t, formatList, formatScore } from '../../../shared/i18n/t.ts'
import { LiveConnectionPill, type PillView } from '../../../shared/ui/feedback/live-connection-pill.tsx'
import { SectionCard } from '../../../shared/ui/display/surfaces.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import { announce } from '../../../shared/ui/feedback/shell-messages.tsx'
import { formatFirstName } from '../../../shared/people/people.tsx'
import type { Board } from '../../../shared/leaderboard/board.ts'
import { ownUserId } from '../../../shared/session/session.ts'
import { onUserChange } from '../../../shared/storage/user-change.ts'
import css from './recent-activity.module.css'

export const RecentActivity = ({ view }: { view: PillView }) => {
  const items = useActivity((store) => store.items)
  useEffect(announceActivity, [])
  return (
    <SectionCard
      title={t('leaderboard.justNow')}
      end={<LiveConnectionPill view={view} inCard="without-retry" />}
      padding="medium"
    >
      {items.length === 0 ? (
        <p className={css.quiet}>{t('leaderboard.nothingYet')}</p>
      ) : (
        <ul className={css.items}>
          {items.slice(0, 6).map((item) => (
            <li key={item.id}>
              {icons[item.kind]}
              <span>{formatItem(item)}</span>
              <Time at={item.at} />
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

const icons: Readonly<Record<ActivityItem['kind'], ReactNode>> = {
  'took-the-lead': <Crown className={css.lead} size={17} />,
  'moved-up': <TrendingUp className={css.up} size={17} />,
  'moved-down': <TrendingDown className={css.down} size={17} />,
  scored: <CircleCheck className={css.scored} size={17} />,
  submitted: <Upload className={css.scored} size={17} />,
}

function formatItem(item: ActivityItem): ReactNode {
  const values = {
    who: item.isYou ? 'you' : 'other',
    name: item.name,
    b: (name: ReactNode) => <strong dir="auto">{name}</strong>,
  }
  switch (item.kind) {
    case 'took-the-lead':
      return item.previousLeader === undefined
        ? t.rich('leaderboard.tookTheLead', values)
        : t.rich('leaderboard.tookTheLeadFrom', { ...values, leader: item.previousLeader })
    case 'moved-up':
      return item.overtaken.length === 0
        ? t.rich('leaderboard.movedUp', { ...values, rank: item.rank })
        : t.rich('leaderboard.movedUpPast', { ...values, rank: item.rank, names: formatOvertaken(item) })
    case 'moved-down':
      return t.rich('leaderboard.movedDown', { ...values, rank: item.rank })
    case 'scored':
      return t.rich('leaderboard.scored', { ...values, score: formatScore(item.score), day: item.day })
    case 'submitted':
      return t.rich('leaderboard.submitted', { ...values, day: item.day })
  }
}

const maxNames = 3

function formatOvertaken({ overtaken }: { overtaken: readonly string[] }): string {
  const remaining = overtaken.length - maxNames
  const more = remaining > 0 ? [t('leaderboard.more', { count: remaining })] : []
  return formatList([...overtaken.slice(0, maxNames), ...more])
}

/** Minimum time between two announcements, in milliseconds. */
const minIntervalMs = 10_000
/** Changes within this time are announced together, in milliseconds. */
const batchMs = 400

/** Announces changes in batches: on a busy board, one announcement per change would never end. Returns a function that stops. */
function announceActivity(): () => void {
  let pending: ActivityItem[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const announcePending = () => {
    timer = undefined
    const text = formatAnnouncement(pending)
    pending = []
    if (text === undefined) return
    announce(text)
    timer = setTimeout(announcePending, minIntervalMs)
  }
  const unsubscribe = useActivity.subscribe(({ items }, previous) => {
    const knownIds = new Set(previous.items.map((item) => item.id))
    pending.push(...items.filter((item) => !knownIds.has(item.id)))
    if (pending.length > 0 && timer === undefined) timer = setTimeout(announcePending, batchMs)
  })
  return () => {
    unsubscribe()
    clearTimeout(timer)
  }
}

/** Returns what is announced: the user's own change first, then the number of other changes. */
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

/** A change on the board, with first names. `at` is when it happened, as ISO text. */
export type ActivityItem = { id: string; at: string; name: string; isYou: boolean } & (
  | { kind: 'took-the-lead'; previousLeader: string | undefined }
  | { kind: 'moved-up'; rank: number; overtaken: readonly string[] }
  | { kind: 'moved-down'; rank: number }
  | { kind: 'scored'; day: number; score: number }
  | { kind: 'submitted'; day: number }
)

const maxItems = 20

const useActivity = create<{ items: readonly ActivityItem[] }>(() => ({ items: [] }))
onUserChange(() => useActivity.setState({ items: [] }))

/** When a live update happened, and what it is named after. */
type Moment = { at: string; position: string }

/** Adds what a live update changed on the board. */
export function recordActivity(before: Board, after: Board, moment: Moment): void {
  const previous = loadedRows(before)
  const known = new Set(previous)
  const changed = loadedRows(after).filter((row) => !known.has(row))
  const detected = detectActivity(previous, changed, { ...moment, ownId: ownUserId() })
  if (detected.length > 0)
    useActivity.setState(({ items }) => ({ items: [...detected, ...items].slice(0, maxItems) }))
}

const loadedRows = ({ rows, topThree }: Board): BoardRow[] => {
  const listedIds = new Set(rows.map((row) => row.id))
  return [...rows, ...topThree.filter((row) => !listedIds.has(row.id))]
}

/**
 * Returns the most important change of each participant between two states of the rows. Omits participants who only moved
 * down because others overtook them, except for the user.
 */
export function detectActivity(
  before: readonly BoardRow[],
  after: readonly BoardRow[],
  { at, position, ownId }: Moment & { ownId: string | undefined },
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
  for (const { day, score } of row.days)
    if (score !== null && previousDays.get(day)?.score !== score)
      return { kind: 'scored' as const, day, score }
  const submitted = row.days.find(({ day, status }) => !previousDays.has(day) && status === 'submitted')
  return submitted ? { kind: 'submitted' as const, day: submitted.day } : undefined
}
