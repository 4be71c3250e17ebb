// The days before the current one, latest first, with the status and score of the user's project. A row opens to the requirements of the
// day, and to the links that show the project or submit one late.

import { paths } from '../../shared/navigation/router.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { ownSubmissions } from '../../shared/submissions/own-submissions.ts'
import { ButtonLink } from '../../shared/ui/controls/button.tsx'
import { DataTable } from '../../shared/ui/table/data-table.tsx'
import {
  expandableCardClasses,
  ExpandableCard,
  ExpandableCardDetails,
} from '../../shared/ui/table/expandable-card.tsx'
import { ownDays } from './own-days.ts'
import { t, formatScore } from '../../shared/i18n/t.ts'
import type { OwnDay } from '@thirty/contracts/challenge/api.ts'
import { challengeBrief } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { CircleCheck } from 'lucide-react'
import { RejectedNotice } from '../../shared/projects/rejected-notice.tsx'
import { ProjectButtonLink } from '../../shared/projects/project-parts.tsx'
import { Badge, StatusBadge } from '../../shared/ui/display/surfaces.tsx'
import { DayBadge, Difficulty } from '../../shared/ui/display/marks.tsx'
import type { RowContext, RowDefinition } from '../../shared/ui/table/table-rows.tsx'
import layout from '../../shared/styles/layout.module.css'
import css from './past-tab.module.css'

/** `count`: the number of past days; undefined until the current day is known. */
export const PastTab = ({ count }: { count: number | undefined }) => {
  const view = useLiveData(ownDays)
  const started = useCurrentDay((challenge) => challenge.started)
  const projects = useLiveData(ownSubmissions).data?.projects
  const reasons = new Map(projects?.map(({ _id, rejectionReason }) => [_id, rejectionReason]))
  const days = view.data?.days.toSorted((left, right) => right.day - left.day)
  const rows = days?.map((own) => ({ ...own, rejectionReason: reasons.get(own.project?._id ?? '') ?? null }))
  return (
    <DataTable
      label={t('dailyChallenge.pastChallenges')}
      rows={count === undefined ? undefined : rows?.filter(({ day }) => day <= count)}
      view={view}
      failed={t('dailyChallenge.daysNotLoaded')}
      definition={pastRow}
      classes={expandableCardClasses}
      cardHeight={88}
      empty={{
        title: t('dailyChallenge.noPastChallenges'),
        text: started ? t('dailyChallenge.todayIsFirst') : t('dailyChallenge.notStarted'),
        link: { to: paths.dailyChallenge, children: t('dailyChallenge.todaysChallenge') },
      }}
    />
  )
}

/** A day with the reason if its project was rejected for one. */
type PastDay = OwnDay & { rejectionReason: string | null }

/** A row of the past days, with the brief when it is open. */
const pastRow: RowDefinition<PastDay> = {
  id: ({ day }) => String(day),
  card: (own, context) => <PastCard own={own} {...context} />,
  details: (own) => <PastDetails own={own} />,
}

const PastCard = ({ own, ...context }: RowContext & { own: PastDay }) => {
  const { title, description, difficulty } = challengeBrief(own.day)
  const { project, completedAt, rejectionReason } = own
  return (
    <ExpandableCard
      {...context}
      lead={
        <span className={css.day}>
          <DayBadge day={own.day} />
        </span>
      }
      title={title}
      text={
        project?.status === 'rejected' && rejectionReason
          ? t('dailyChallenge.rejectedFor', { reason: rejectionReason })
          : description
      }
      facts={[
        <Difficulty key="difficulty" level={difficulty} />,
        project === null && completedAt === null && (
          <Badge key="missing" label={t('dailyChallenge.notSubmitted')} />
        ),
        project !== null && <Verdict key="verdict" status={project.status} />,
        completedAt !== null && (
          <Badge key="completed" tone="success" icon={<CircleCheck />} label={t('common.completed')} />
        ),
        project !== null && project.ratingCount > 0
          ? t('dailyChallenge.score', { score: formatScore(project.averageRating) })
          : '',
      ]}
    />
  )
}

const Verdict = ({ status }: { status: string }) => {
  const ended = useCurrentDay((challenge) => challenge.ended)
  if (!ended || status !== 'submitted') return <StatusBadge status={status} />
  return <Badge tone="warning" label={t('dailyChallenge.pendingAtEnd')} />
}

const PastDetails = ({ own: { day, project, rejectionReason } }: { own: PastDay }) => {
  const { requirements } = challengeBrief(day)
  const ended = useCurrentDay((challenge) => challenge.ended)
  return (
    <ExpandableCardDetails
      title={t('dailyChallenge.requirements')}
      count={requirements.length}
      actions={
        <span className={layout.cluster8}>
          <ButtonLink to={paths.briefOfDay(day)} size="small">
            {t('dailyChallenge.openDay')}
          </ButtonLink>
          {project !== null && (
            <ProjectButtonLink projectId={project._id} size="small">
              {t('common.viewProject')}
            </ProjectButtonLink>
          )}
          {project === null && !ended && (
            <ButtonLink to={paths.submitProjectForDay(day)} size="small" kind="primary">
              {t('common.submitDay', { day })}
            </ButtonLink>
          )}
        </span>
      }
    >
      {project?.status === 'rejected' && <RejectedNotice project={{ ...project, day, rejectionReason }} />}
      <ul className={css.requirements}>
        {requirements.map((requirement) => (
          <li key={requirement}>{requirement}</li>
        ))}
      </ul>
    </ExpandableCardDetails>
  )
}
