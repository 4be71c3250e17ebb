import { formatList } from '../../../shared/format/format-list.ts'
import type { NameOf } from '../../../shared/people/distinct-names.ts'
import { formatActivity } from '../../../shared/people/format-activity.ts'
import { formatNumber } from '../../../shared/i18n/locale.ts'
import type { FeedRow } from './gather-completions.ts'
import { t } from '../messages/t.ts'

/** Returns what a row of the feed says after the name of its person: of gathered ones, who else or which days. */
export function formatFeedRow(row: FeedRow, nameOf: NameOf): string {
  const { gathered = [] } = row
  const [other] = gathered
  if (row.what !== 'completed' || other === undefined) return formatActivity(row)
  if (other.person.id === row.person.id) {
    const days = [row, ...gathered].map(({ day }) => day).toSorted((left, right) => left - right)
    return t('completedDays', { days: formatList(days.map((day) => formatNumber(day))) })
  }
  return gathered.length === 1
    ? t('completedByTwo', { name: nameOf(other.person), day: row.day })
    : t('completedByMore', { others: gathered.length, day: row.day })
}
