// The leaderboard and the rated projects with their raw and their normalised figures side by side.

import type { ReactNode } from 'react'
import type { JudgedProject, NormalisedStanding } from '@thirty/contracts/judging/api.ts'
import { formatScore } from '../../shared/format/format-figures.ts'
import { formatNumber } from '../../shared/i18n/locale.ts'
import { Loaded } from '../../shared/live/loaded.tsx'
import { useLiveData } from '../../shared/live/live-data.ts'
import { paths } from '../../shared/navigation/router.ts'
import { People, PersonName } from '../../shared/people/people.tsx'
import { Button, ButtonLink } from '../../shared/ui/controls/button.tsx'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { ShowAll } from '../../shared/ui/display/show-all.tsx'
import { Failure } from '../../shared/ui/feedback/banner.tsx'
import { Skeleton } from '../../shared/ui/feedback/states.tsx'
import { formatDifference } from './format-stars.ts'
import { ProjectName } from './judged-projects.tsx'
import { judgedProjects, normalisedStandings } from './judging-data.ts'
import { JudgingTable, type JudgingColumn } from './judging-table.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './judging-screen.module.css'

export const NormalisedCards = () => (
  <>
    <SectionCard id="judging-standings" title={t('adminJudging.standings')} className={css.card}>
      <Standings />
      <div>
        <ButtonLink to={`${paths.admin.whatIf}?normalise=on`} size="small">
          {t('adminJudging.tryInWhatIf')}
        </ButtonLink>
      </div>
    </SectionCard>
    <SectionCard id="judging-projects" title={t('adminJudging.projects')} className={css.card}>
      <Projects />
    </SectionCard>
  </>
)

const look = {
  loading: <Skeleton shape="block" height="216px" />,
  heading: 'h3',
  compact: true,
  retryLabel: t('common.retry'),
} as const

const Standings = () => (
  <Loaded
    {...look}
    view={useLiveData(normalisedStandings)}
    failed={t('common.standingsFailed')}
    empty={<p className={css.text}>{t('adminJudging.standingsNone')}</p>}
  >
    {({ standings, moved, compared }) => (
      <People of={standings.map(({ participant }) => participant)}>
        <p>{t('adminJudging.moved', { moved, compared })}</p>
        <ShowAll items={standings} first={20}>
          {(shown) => (
            <JudgingTable
              caption={t('adminJudging.standings')}
              columns={standingColumns}
              rows={shown}
              rowKey={({ participant }) => participant._id}
            />
          )}
        </ShowAll>
      </People>
    )}
  </Loaded>
)

const Change = ({ rank, normalisedRank }: NormalisedStanding) => {
  if (rank === normalisedRank) return <span className={css.quiet}>{t('common.samePlace')}</span>
  const isUp = normalisedRank < rank
  return (
    <Badge tone={isUp ? 'success' : 'warning'}>
      {isUp
        ? t('adminJudging.placesUp', { count: rank - normalisedRank })
        : t('adminJudging.placesDown', { count: normalisedRank - rank })}
    </Badge>
  )
}

const standingColumns: readonly JudgingColumn<NormalisedStanding>[] = [
  {
    header: t('adminJudging.participant'),
    cell: ({ participant }) => (
      <span dir="auto">
        <PersonName person={participant} />
      </span>
    ),
  },
  { header: t('common.now'), isNumber: true, cell: ({ rank }) => formatNumber(rank) },
  {
    header: t('adminJudging.rankNormalised'),
    isNumber: true,
    cell: ({ normalisedRank }) => formatNumber(normalisedRank),
  },
  { header: t('common.points'), isNumber: true, cell: ({ points }) => formatScore(points) },
  {
    header: t('adminJudging.pointsNormalised'),
    isNumber: true,
    cell: ({ normalisedPoints }) => formatScore(normalisedPoints),
  },
  { header: t('common.change'), cell: (standing) => <Change {...standing} /> },
]

const Projects = () => {
  const view = useLiveData(judgedProjects)
  const { moreState } = view
  return (
    <Loaded
      {...look}
      view={view}
      failed={t('adminJudging.projectsFailed')}
      empty={<p className={css.text}>{t('adminJudging.projectsNone')}</p>}
    >
      {({ projects, nextCursor }) => (
        <>
          <People of={projects.map(({ participant }) => participant)}>
            <JudgingTable
              caption={t('adminJudging.projects')}
              columns={projectColumns}
              rows={projects}
              rowKey={({ projectId }) => projectId}
            />
          </People>
          <Failure text={moreState === 'failed' ? t('adminJudging.moreFailed') : undefined} />
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

const formatAverage = (value: number | null, { ratings }: JudgedProject): ReactNode => {
  if (ratings === null) return <span className={css.quiet}>{t('adminJudging.blindShort')}</span>
  return value === null ? t('common.notRated') : formatScore(value)
}

const projectColumns: readonly JudgingColumn<JudgedProject>[] = [
  { header: t('common.project'), cell: (project) => <ProjectName project={project} /> },
  { header: t('common.ratings'), isNumber: true, cell: ({ ratingCount }) => formatNumber(ratingCount) },
  {
    header: t('common.average'),
    isNumber: true,
    cell: (project) => formatAverage(project.average, project),
  },
  {
    header: t('adminJudging.rankNormalised'),
    isNumber: true,
    cell: (project) => formatAverage(project.normalised, project),
  },
  {
    header: t('common.change'),
    isNumber: true,
    cell: ({ average, normalised }) =>
      average === null || normalised === null ? '' : formatDifference(normalised - average),
  },
]
