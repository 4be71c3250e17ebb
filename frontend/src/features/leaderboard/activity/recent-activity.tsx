import { CircleCheck, Crown, TrendingDown, TrendingUp, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card, CardTitle } from '../../../shared/ui/display/card.tsx'
import { ConnectionPill } from '../../../shared/ui/feedback/connection-pill.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import { useConnectionPill } from '../../../shared/live/use-connection-pill.ts'
import { useBoard } from '../board-store.ts'
import type { ActivityItem } from './activity.ts'
import css from './recent-activity.module.css'

const most = 6

/** The latest changes on the board while this browser had it open. */
export const RecentActivity = () => {
  const news = useBoard((store) => store.activity)
  const { connection } = useConnectionPill()
  return (
    <Card as="section">
      <CardTitle end={connection && <ConnectionPill connection={connection} short />}>Just now</CardTitle>
      {news.length === 0 ? (
        <p className={css.quiet}>Quiet so far. What moves while you watch shows here.</p>
      ) : (
        <ul className={css.news}>
          {news.slice(0, most).map((each) => (
            <li key={each.id}>
              {iconOf(each)}
              <span>{wordsOf(each)}</span>
              <Time at={each.at} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const firstName = (name: string) => name.split(' ')[0] ?? name

function iconOf({ kind: what }: ActivityItem): ReactNode {
  switch (what) {
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

function wordsOf(news: ActivityItem): ReactNode {
  const who = <strong>{news.isYou ? 'You' : firstName(news.name)}</strong>
  switch (news.kind) {
    case 'took-the-lead':
      return (
        <>
          {who} took the lead{news.previousLeader && ` from ${firstName(news.previousLeader)}`}
        </>
      )
    case 'moved-up':
      return (
        <>
          {who} moved up to <strong>{news.rank}</strong>
          {past(news.overtaken)}
        </>
      )
    case 'moved-down':
      return (
        <>
          {who} moved down to <strong>{news.rank}</strong>
        </>
      )
    case 'scored':
      return (
        <>
          {who} scored {news.score.toFixed(1)} on Day {news.day}
        </>
      )
    case 'submitted':
      return (
        <>
          {who} submitted Day {news.day}
        </>
      )
  }
}

const named = 3
const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })

function past(names: readonly string[]): string {
  if (names.length === 0) return ''
  const shown = names.slice(0, named).map(firstName)
  const rest = names.length - shown.length
  return `, past ${list.format(rest > 0 ? [...shown, `${rest} more`] : shown)}`
}
