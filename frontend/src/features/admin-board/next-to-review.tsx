// The newest pending submissions, with links to their review.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { Link, paths } from '../../shared/navigation/router.ts'
import { formatProjectName } from '../../shared/format/format-name.ts'
import { Loaded } from '../../shared/live/loaded.tsx'
import { useLiveData } from '../../shared/live/live-data.ts'
import { useMay } from '../../shared/team/permissions.tsx'
import { ButtonLink } from '../../shared/ui/controls/button.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { PendingChangesBar } from '../../shared/ui/feedback/pending-changes-bar.tsx'
import { Screenshot } from '../../shared/ui/display/screenshot.tsx'
import { SkeletonRows, EmptyState } from '../../shared/ui/feedback/states.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { useFreezeWhileInteracting } from '../../shared/ui/motion/use-freeze-while-interacting.ts'
import { boardErrorMessage, pendingSubmissions } from './admin-board-data.ts'
import { FullText } from '../../shared/ui/controls/tooltip.tsx'
import { People, PersonName } from '../../shared/people/people.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './next-to-review.module.css'

const pendingPath = `${paths.admin.submissions}?status=submitted`

export const NextToReview = () => {
  const view = useLiveData(pendingSubmissions)
  const count = view.data?.counts.submitted ?? 0
  return (
    <SectionCard
      title={t('common.nextToReview')}
      end={count > 0 && <Link to={pendingPath}>{t('adminBoard.allCount', { count })}</Link>}
      padding="none"
      className={css.card}
    >
      <Loaded
        view={view}
        loading={<SkeletonRows label={t('common.loadingSubmissions')} />}
        failed={t('common.submissionsFailed')}
        advice={boardErrorMessage(view.error)}
        heading="h3"
        retryLabel={t('common.retry')}
      >
        {({ projects }) => <Rows projects={projects} />}
      </Loaded>
    </SectionCard>
  )
}

const countNew = (shown: readonly ProjectCard[], latest: readonly ProjectCard[]): number => {
  const ids = new Set(shown.map((project) => project._id))
  return latest.filter((project) => !ids.has(project._id)).length
}

const Rows = ({ projects }: { projects: ProjectCard[] }) => {
  const [ref, { frozen, pendingCount, release }] = useFreezeWhileInteracting(projects, countNew)
  return (
    <div ref={ref}>
      {pendingCount > 0 && (
        <PendingChangesBar onPress={release}>
          {t('common.newSubmissions', { count: pendingCount })}
        </PendingChangesBar>
      )}
      {frozen.length === 0 ? (
        <EmptyState title={t('adminBoard.nothingToReview')} heading="h3">
          {t('common.newAppearHere')}
        </EmptyState>
      ) : (
        <People of={frozen.map(({ user }) => user)}>
          <ul className={css.rows}>
            {frozen.map((project) => (
              <Row key={project._id} project={project} />
            ))}
          </ul>
        </People>
      )}
    </div>
  )
}

const Row = ({ project }: { project: ProjectCard }) => {
  const mayReview = useMay('review-projects')
  return (
    <li className={css.row}>
      <span className={css.picture}>
        <Screenshot src={project.thumbnailUrl} projectName={project.projectName} />
      </span>
      <div className={css.words}>
        <FullText as="p" className={css.name} dir="auto">
          {formatProjectName(project.projectName)}
        </FullText>
        <p className={css.who}>
          <FullText dir="auto">
            <PersonName person={project.user} />
          </FullText>
          <span>
            {', '}
            <Time at={project.submissionDate} />
          </span>
        </p>
      </div>
      <ButtonLink
        to={`${pendingPath}&project=${encodeURIComponent(project._id)}`}
        size="small"
        aria-label={
          mayReview
            ? t('adminBoard.reviewProject', { project: project.projectName })
            : t('common.viewNamed', { project: project.projectName })
        }
      >
        {mayReview ? t('adminBoard.review') : t('common.view')}
      </ButtonLink>
    </li>
  )
}
