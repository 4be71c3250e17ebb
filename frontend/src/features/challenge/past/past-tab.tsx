// The days before the current one, latest first, with what the user made of them.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { paths } from '../../../shared/navigation/paths.ts'
import { useCurrentDay } from '../../../shared/challenge/current-day.ts'
import type { LiveView } from '../../../shared/live/live-types.ts'
import { toTableView } from '../../../shared/live/to-table-view.ts'
import { useOwnSubmissions } from '../../../shared/submissions/use-own-submissions.ts'
import { ButtonLink } from '../../../shared/ui/controls/button-link.tsx'
import { EmptyState } from '../../../shared/ui/feedback/states.tsx'
import { DataTable } from '../../../shared/ui/table/data-table.tsx'
import { expandableCardClasses } from '../../../shared/ui/table/expandable-card.tsx'
import type { OwnDays } from '../own-days.ts'
import { pastRow, type PastDay } from './past-row.tsx'
import { t } from '../../../shared/i18n/t.ts'

type PastTabProps = {
  /** The number of past days; undefined until the current day is known. */
  count: number | undefined
  view: LiveView<OwnDays>
}

export const PastTab = ({ count, view }: PastTabProps) => {
  const started = useCurrentDay((challenge) => challenge.started)
  const { projects } = useOwnSubmissions()
  return (
    <DataTable
      label={t('dailyChallenge.pastChallenges')}
      layout="list"
      view={
        count === undefined
          ? { state: 'loading' }
          : toTableView(view, (data) => pastDays(data, count, projects), {
              failed: t('dailyChallenge.daysNotLoaded'),
            })
      }
      definition={pastRow}
      classes={expandableCardClasses}
      cardHeight={88}
      empty={
        <EmptyState
          title={t('dailyChallenge.noPastChallenges')}
          action={<ButtonLink to={paths.dailyChallenge}>{t('dailyChallenge.todaysChallenge')}</ButtonLink>}
        >
          {started ? t('dailyChallenge.todayIsFirst') : t('dailyChallenge.notStarted')}
        </EmptyState>
      }
    />
  )
}

const pastDays = (
  { days }: OwnDays,
  count: number,
  projects: readonly ProjectCard[] | undefined,
): PastDay[] => {
  const reasons = new Map(projects?.map(({ _id, rejectionReason }) => [_id, rejectionReason]))
  return days
    .filter(({ day }) => day <= count)
    .toSorted((left, right) => right.day - left.day)
    .map((own) => ({ ...own, rejectionReason: reasons.get(own.project?._id ?? '') ?? null }))
}
