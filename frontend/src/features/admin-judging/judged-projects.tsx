// How the screen of judging shows projects: in a list with who gave how many stars, and in the cell of a table, with a link to their rating.
// `NormalisedCards` has the leaderboard and the rated projects with their raw and their normalised figures side by side.

import type {
  CalibrationProject,
  JudgedProject,
  JudgingResponse,
  NormalisedStanding,
} from '@thirty/contracts/judging/api.ts'
import type { ReactNode } from 'react'
import { Link, paths } from '../../shared/navigation/router.ts'
import { ButtonLink, Button } from '../../shared/ui/controls/button.tsx'
import { Badge, CountBadge } from '../../shared/ui/display/badge.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { ShowAll } from '../../shared/ui/display/show-all.tsx'
import { PersonName, useNameOf, People } from '../../shared/people/people.tsx'
import { useLiveData } from '../../shared/live/live-data.ts'
import { Failure } from '../../shared/ui/feedback/banner.tsx'
import { Skeleton, Loaded } from '../../shared/ui/feedback/states.tsx'
import { formatDifference, JudgingTable, type JudgingColumn } from './judging-table.tsx'
import { judgedProjects, normalisedStandings } from './judging-data.ts'
import { t, formatName, formatScore, formatNumber } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './judging-screen.module.css'

type ProjectListCardProps = {
  id: string
  title: string
  list: JudgingResponse['disagreements']
  /** What the projects have in common. */
  children: string
}

/** A list of projects with who gave how many stars, and a link to the rating of each. */
export const ProjectListCard = ({ id, title, list, children }: ProjectListCardProps) => {
  const { count, projects } = list
  return (
    <SectionCard id={id} title={title} end={count > 0 && <CountBadge count={count} />} className={css.card}>
      <p className={css.text}>{children}</p>
      {projects.length > 0 && (
        <ShowAll items={projects} first={5}>
          {(shown) => (
            <ul className={layout.column} aria-label={title}>
              {shown.map((project) => (
                <ListedProject key={project.projectId} project={project} />
              ))}
            </ul>
          )}
        </ShowAll>
      )}
      {count > projects.length && (
        <p className={css.text}>{t('adminJudging.more', { count: projects.length })}</p>
      )}
    </SectionCard>
  )
}

const ListedProject = ({ project }: { project: JudgedProject }) => {
  const { projectId, day, participant, spread } = project
  const nameOf = useNameOf()
  const name = formatName(project.projectName) || t('common.project')
  return (
    <li className={css.item}>
      <div className={css.words}>
        <h3 dir="auto">{name}</h3>
        <p className={css.quiet} dir="auto">
          {t('adminJudging.dayOf', { day, name: nameOf(participant) })}
        </p>
        <GivenRatings project={project} />
      </div>
      <div className={layout.cluster8}>
        {spread !== null && spread > 0 && (
          <Badge tone="warning" label={t('adminJudging.spread', { stars: formatScore(spread) })} />
        )}
        <ButtonLink
          to={paths.admin.rateProject(projectId)}
          size="small"
          aria-label={t('adminJudging.openRatingOf', { project: name })}
        >
          {t('adminJudging.openRating')}
        </ButtonLink>
      </div>
    </li>
  )
}

const GivenRatings = ({ project: { ratings } }: { project: JudgedProject }) => {
  if (ratings === null) return <p className={css.text}>{t('adminJudging.blind')}</p>
  return (
    <ul className={css.given}>
      {ratings.map(({ reviewer, average, excluded }) => (
        <li key={reviewer._id}>
          <PersonName as="bdi" person={reviewer} />
          <strong>{formatScore(average)}</strong>
          {excluded && <Badge tone="warning" label={t('adminJudging.conflictMark')} />}
        </li>
      ))}
    </ul>
  )
}

type ProjectNameProps = {
  project: Pick<CalibrationProject, 'projectId' | 'projectName' | 'day' | 'participant'> &
    Partial<Pick<CalibrationProject, 'state'>>
}

/** A project in a table, with a link to its rating, its day and its participant. */
export const ProjectName = ({ project }: ProjectNameProps) => {
  const { projectId, projectName, day, participant, state = 'rateable' } = project
  const name = formatName(projectName) || t('common.project')
  const nameOf = useNameOf()
  return (
    <>
      {state === 'gone' ? <span>{name}</span> : <Link to={paths.admin.rateProject(projectId)}>{name}</Link>}
      <br />
      <span className={css.quiet} dir="auto">
        <span>{t('adminJudging.dayOf', { day: day ?? 0, name: nameOf(participant) })}</span>
        {state !== 'rateable' && <span> · {t('adminJudging.calibrationState', { state })}</span>}
      </span>
    </>
  )
}

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
    <Badge
      tone={isUp ? 'success' : 'warning'}
      label={
        isUp
          ? t('adminJudging.placesUp', { count: rank - normalisedRank })
          : t('adminJudging.placesDown', { count: normalisedRank - rank })
      }
    />
  )
}

const standingColumns: readonly JudgingColumn<NormalisedStanding>[] = [
  { header: t('adminJudging.participant'), cell: ({ participant }) => <PersonName person={participant} /> },
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
  { header: t('common.average'), isNumber: true, cell: (project) => formatAverage(project.average, project) },
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
