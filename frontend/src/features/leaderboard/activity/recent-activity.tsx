// The card of the latest changes since this browser opened the leaderboard, which are also read out.

import { CircleCheck, Crown, TrendingDown, TrendingUp, Upload } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { t, formatList, formatScore } from '../../../shared/i18n/t.ts'
import { LiveConnectionPill, type PillView } from '../../../shared/live/live-connection-pill.tsx'
import { SectionCard } from '../../../shared/ui/display/card.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import { announce } from '../../../shared/ui/feedback/toasts.tsx'
import { useActivity, type ActivityItem } from './activity.ts'
import css from './recent-activity.module.css'

const maxItems = 6

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
          {items.slice(0, maxItems).map((item) => (
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
    case 'took-the-lead': {
      const leader = item.previousLeader
      return leader === undefined
        ? t.rich('leaderboard.tookTheLead', values)
        : t.rich('leaderboard.tookTheLeadFrom', { ...values, leader })
    }
    case 'moved-up': {
      const { rank, overtaken } = item
      return overtaken.length === 0
        ? t.rich('leaderboard.movedUp', { ...values, rank })
        : t.rich('leaderboard.movedUpPast', { ...values, rank, names: formatOvertaken(overtaken) })
    }
    case 'moved-down':
      return t.rich('leaderboard.movedDown', { ...values, rank: item.rank })
    case 'scored':
      return t.rich('leaderboard.scored', { ...values, score: formatScore(item.score), day: item.day })
    case 'submitted':
      return t.rich('leaderboard.submitted', { ...values, day: item.day })
  }
}

const maxNames = 3

function formatOvertaken(names: readonly string[]): string {
  const shownNames = names.slice(0, maxNames)
  const remaining = names.length - shownNames.length
  return formatList(remaining > 0 ? [...shownNames, t('leaderboard.more', { count: remaining })] : shownNames)
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
