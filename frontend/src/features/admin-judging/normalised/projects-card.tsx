// The rated projects with their raw and their normalised average, those with the widest spread first.

import type { JudgedProject } from '@thirty/contracts/judging/api.ts'
import { formatScore } from '../../../shared/format/format-score.ts'
import { formatNumber } from '../../../shared/i18n/locale.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { SectionCard } from '../../../shared/ui/display/card.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { Banner } from '../../../shared/ui/feedback/banner.tsx'
import { Loaded } from '../../../shared/live/loaded.tsx'
import { useLiveData } from '../../../shared/live/live-data.ts'
import { formatDifference } from '../format-stars.ts'
import { judgedProjects } from '../judging-data.ts'
import { JudgingTable, type JudgingColumn } from '../judging-table.tsx'
import { ProjectName } from '../project-name.tsx'
import { People } from '../../../shared/people/people.tsx'
import { t } from '../../../shared/i18n/t.ts'
import css from '../judging-screen.module.css'

export const ProjectsCard = () => (
  <SectionCard id="judging-projects" title={t('adminJudging.projects')} className={css.card}>
    <Projects />
  </SectionCard>
)

const Projects = () => {
  const view = useLiveData(judgedProjects)
  const { moreState } = view
  return (
    <Loaded
      view={view}
      loading={<Skeleton shape="block" height="216px" />}
      failed={t('adminJudging.projectsFailed')}
      empty={<p className={css.text}>{t('adminJudging.projectsNone')}</p>}
      heading="h3"
      compact
      retryLabel={t('common.retry')}
    >
      {({ projects, nextCursor }) => (
        <>
          <People of={projects.map(({ participant }) => participant)}>
            <JudgingTable
              caption={t('adminJudging.projects')}
              columns={columns}
              rows={projects}
              rowKey={({ projectId }) => projectId}
            />
          </People>
          {moreState === 'failed' && (
            <Banner kind="danger" live>
              {t('adminJudging.moreFailed')}
            </Banner>
          )}
          {nextCursor !== null && (
            <div>
              <Button
                busy={moreState === 'loading'}
                busyText={t('adminJudging.showingMore')}
                onClick={view.loadMore}
              >
                {t('common.showMore')}
              </Button>
            </div>
          )}
        </>
      )}
    </Loaded>
  )
}

const score = (value: number | null, isBlind: boolean) =>
  isBlind ? (
    <span className={css.quiet}>{t('adminJudging.blindShort')}</span>
  ) : value === null ? (
    t('common.notRated')
  ) : (
    formatScore(value)
  )

const columns: readonly JudgingColumn<JudgedProject>[] = [
  { header: t('common.project'), cell: (project) => <ProjectName project={project} /> },
  { header: t('common.ratings'), isNumber: true, cell: ({ ratingCount }) => formatNumber(ratingCount) },
  {
    header: t('common.average'),
    isNumber: true,
    cell: ({ average, ratings }) => score(average, ratings === null),
  },
  {
    header: t('adminJudging.rankNormalised'),
    isNumber: true,
    cell: ({ normalised, ratings }) => score(normalised, ratings === null),
  },
  {
    header: t('common.change'),
    isNumber: true,
    cell: ({ average, normalised }) =>
      average === null || normalised === null ? '' : formatDifference(normalised - average),
  },
]
