import { CircleCheck, Crown, TrendingDown, TrendingUp, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card, CardTitle } from '../../../shared/ui/display/card.tsx'
import { ConnectionPill } from '../../../shared/ui/feedback/connection-pill.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import { useConnectionPill } from '../../../shared/live/use-connection-pill.ts'
import { boardStore } from '../board-store.ts'
import { useActivity } from './activity-store.ts'
import type { ActivityItem } from './activity.ts'
import css from './recent-activity.module.css'

const maxItems = 6

/** The latest changes since this browser opened the leaderboard. */
export const RecentActivity = () => {
  const items = useActivity((store) => store.items)
  const { connection, pausedAt } = useConnectionPill(boardStore)
  return (
    <Card as="section">
      <CardTitle end={connection && <ConnectionPill connection={connection} pausedAt={pausedAt} short />}>
        Just now
      </CardTitle>
      {items.length === 0 ? (
        <p className={css.quiet}>Nothing yet. Changes appear here live.</p>
      ) : (
        <ul className={css.items}>
          {items.slice(0, maxItems).map((item) => (
            <li key={item.id}>
              {activityIcon(item)}
              <span>{formatItem(item)}</span>
              <Time at={item.at} focusable={false} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const firstName = (name: string) => name.split(' ')[0] ?? name

function activityIcon({ kind }: ActivityItem): ReactNode {
  switch (kind) {
    case 'took-the-lead':
      return <Crown aria-hidden="true" className={css.lead} size={17} />
    case 'moved-up':
      return <TrendingUp aria-hidden="true" className={css.up} size={17} />
    case 'moved-down':
      return <TrendingDown aria-hidden="true" className={css.down} size={17} />
    case 'scored':
      return <CircleCheck aria-hidden="true" className={css.scored} size={17} />
    case 'submitted':
      return <Upload aria-hidden="true" className={css.scored} size={17} />
  }
}

function formatItem(items: ActivityItem): ReactNode {
  const name = <strong dir="auto">{items.isYou ? 'You' : firstName(items.name)}</strong>
  switch (items.kind) {
    case 'took-the-lead':
      return (
        <>
          {name} took the lead{items.previousLeader && ` from ${firstName(items.previousLeader)}`}
        </>
      )
    case 'moved-up':
      return (
        <>
          {name} moved up to <strong>{items.rank}</strong>
          {formatOvertaken(items.overtaken)}
        </>
      )
    case 'moved-down':
      return (
        <>
          {name} moved down to <strong>{items.rank}</strong>
        </>
      )
    case 'scored':
      return (
        <>
          {name} scored {items.score.toFixed(1)} on Day {items.day}
        </>
      )
    case 'submitted':
      return (
        <>
          {name} submitted Day {items.day}
        </>
      )
  }
}

const maxNames = 3

function formatOvertaken(names: readonly string[]): string {
  if (names.length === 0) return ''
  const shownNames = names.slice(0, maxNames).map(firstName)
  const remaining = names.length - shownNames.length
  return `, past ${new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(remaining > 0 ? [...shownNames, `${remaining} more`] : shownNames)}`
}
