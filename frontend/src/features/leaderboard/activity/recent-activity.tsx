// The latest changes since this browser opened the leaderboard.

import { CircleCheck, Crown, TrendingDown, TrendingUp, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatList } from '../../../shared/format/format-list.ts'
import { formatScore } from '../../../shared/format/format-score.ts'
import { SectionCard } from '../../../shared/ui/display/card.tsx'
import { ConnectionPill } from '../../../shared/ui/feedback/connection-pill.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import { useConnectionPill, type PillView } from '../../../shared/live/live-connection-pill.tsx'
import { t } from '../../../shared/i18n/t.ts'
import { useActivity } from './activity-store.ts'
import type { ActivityItem } from './activity.ts'
import css from './recent-activity.module.css'

const maxItems = 6

export const RecentActivity = ({ view }: { view: PillView }) => {
  const items = useActivity((store) => store.items)
  const { connection, pausedAt } = useConnectionPill(view)
  return (
    <SectionCard
      title={t('leaderboard.justNow')}
      end={connection && <ConnectionPill connection={connection} pausedAt={pausedAt} short />}
      padding="medium"
    >
      {items.length === 0 ? (
        <p className={css.quiet}>{t('leaderboard.nothingYet')}</p>
      ) : (
        <ul className={css.items}>
          {items.slice(0, maxItems).map((item) => (
            <li key={item.id}>
              {activityIcon(item)}
              <span>{formatItem(item)}</span>
              <Time at={item.at} />
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

function activityIcon({ kind }: ActivityItem): ReactNode {
  switch (kind) {
    case 'took-the-lead':
      return <Crown className={css.lead} size={17} />
    case 'moved-up':
      return <TrendingUp className={css.up} size={17} />
    case 'moved-down':
      return <TrendingDown className={css.down} size={17} />
    case 'scored':
      return <CircleCheck className={css.scored} size={17} />
    case 'submitted':
      return <Upload className={css.scored} size={17} />
  }
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
    case 'moved-up':
    case 'moved-down': {
      const ranked = { ...values, rank: item.rank }
      if (item.kind === 'moved-down') return t.rich('leaderboard.movedDown', ranked)
      return item.overtaken.length === 0
        ? t.rich('leaderboard.movedUp', ranked)
        : t.rich('leaderboard.movedUpPast', { ...ranked, names: formatOvertaken(item.overtaken) })
    }
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
