// How the screen of judging shows projects: in a list with who gave how many stars, and in the cell of a table, with a link to their rating.
// `NormalisedCards` has the leaderboard and the rated projects with their raw and their normalised figures side by side.

import type {
  CalibrationProject,
  JudgedProject,
  JudgingResponse,
  NormalisedStanding,
} from '@thirty/contracts/judging/api.ts'
import { Link, paths } from '../../shared/navigation/router.ts'
import { ButtonLink, Button } from '../../shared/ui/controls/button.tsx'
import { Badge, CountBadge, SectionCard, Failure } from '../../shared/ui/display/surfaces.tsx'
import { ShowAll } from '../../shared/ui/display/show-all.tsx'
import { request } from '../../shared/http/http.ts'
import { judgingUpkeep } from '../../shared/judging/judging-requests.ts'
import { PersonName, useNameOf, People } from '../../shared/people/people.tsx'
import { liveData, pagesOf, useLiveData } from '../../shared/live/live-data.ts'
import { Skeleton, Loaded } from '../../shared/ui/feedback/states.tsx'
import { formatDifference, JudgingTable, type JudgingColumn } from './judging-table.tsx'
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
                <ListedProject key={project.projectId} {...project} />
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

const ListedProject = ({ projectId, projectName, day, participant, spread, ratings }: JudgedProject) => {
  const nameOf = useNameOf()
  const name = formatName(projectName) || t('common.project')
  return (
    <li className={css.item}>
      <div className={css.words}>
        <h3 dir="auto">{name}</h3>
        <p className={css.quiet} dir="auto">
          {t('adminJudging.dayOf', { day, name: nameOf(participant) })}
        </p>
        {ratings === null ? (
          <p className={css.text}>{t('adminJudging.blind')}</p>
        ) : (
          <ul className={css.given}>
            {ratings.map(({ reviewer, average, excluded }) => (
              <li key={reviewer._id}>
                <PersonName as="bdi" person={reviewer} />
                <strong>{formatScore(average)}</strong>
                {excluded && <Badge tone="warning" label={t('adminJudging.conflictMark')} />}
              </li>
            ))}
          </ul>
        )}
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

/** A project in a table, with a link to its rating, its day and its participant. */
export const ProjectName = ({ project }: { project: JudgedProject | CalibrationProject }) => {
  const { projectId, projectName, day, participant } = project
  const state = 'state' in project ? project.state : 'rateable'
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

/** The leaderboard beside the standings by normalised averages. */
const normalisedStandings = liveData({
  ...judgingUpkeep,
  load: (_key: undefined, signal) => request('GET', '/api/admin/judging/standings', { signal }),
  isEmpty: ({ compared }) => compared === 0,
})

/** The rated projects, those with the widest spread first. */
const judgedProjects = liveData({
  ...judgingUpkeep,
  ...pagesOf('projects', {
    pageSize: 20,
    fetchPage: (_key: undefined, query, signal) =>
      request('GET', '/api/admin/judging/projects', { query, signal }),
    idOf: ({ projectId }) => projectId,
  }),
})

const look = {
  loading: <Skeleton shape="block" height="216px" />,
  compact: true,
  retryLabel: t('common.retry'),
} as const

export const NormalisedCards = () => {
  const rated = useLiveData(judgedProjects)
  return (
    <>
      <SectionCard id="judging-standings" title={t('adminJudging.standings')} className={css.card}>
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
        <div>
          <ButtonLink to={`${paths.admin.whatIf}?normalise=on`} size="small">
            {t('adminJudging.tryInWhatIf')}
          </ButtonLink>
        </div>
      </SectionCard>
      <SectionCard id="judging-projects" title={t('adminJudging.projects')} className={css.card}>
        <Loaded
          {...look}
          view={rated}
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
              <Failure text={rated.moreState === 'failed' && t('adminJudging.moreFailed')} />
              {nextCursor !== null && (
                <div>
                  <Button
                    busy={rated.moreState === 'loading'}
                    busyText={t('adminJudging.showingMore')}
                    onClick={rated.loadMore}
                  >
                    {t('common.showMore')}
                  </Button>
                </div>
              )}
            </>
          )}
        </Loaded>
      </SectionCard>
    </>
  )
}

const standingColumns: readonly JudgingColumn<NormalisedStanding>[] = [
  { header: t('adminJudging.participant'), cell: ({ participant }) => <PersonName person={participant} /> },
  { header: t('common.now'), figure: ({ rank }) => formatNumber(rank) },
  { header: t('adminJudging.rankNormalised'), figure: ({ normalisedRank }) => formatNumber(normalisedRank) },
  { header: t('common.points'), figure: ({ points }) => formatScore(points) },
  {
    header: t('adminJudging.pointsNormalised'),
    figure: ({ normalisedPoints }) => formatScore(normalisedPoints),
  },
  { header: t('common.change'), cell: (standing) => <Change {...standing} /> },
]

const Change = ({ rank, normalisedRank }: NormalisedStanding) => {
  if (rank === normalisedRank) return <span className={css.quiet}>{t('common.samePlace')}</span>
  const isUp = normalisedRank < rank
  const count = Math.abs(rank - normalisedRank)
  return (
    <Badge
      tone={isUp ? 'success' : 'warning'}
      label={t(isUp ? 'adminJudging.placesUp' : 'adminJudging.placesDown', { count })}
    />
  )
}

const projectColumns: readonly JudgingColumn<JudgedProject>[] = [
  { header: t('common.project'), cell: (project) => <ProjectName project={project} /> },
  { header: t('common.ratings'), figure: ({ ratingCount }) => formatNumber(ratingCount) },
  { header: t('common.average'), figure: ({ ratings, average }) => averageText(ratings, average) },
  {
    header: t('adminJudging.rankNormalised'),
    figure: ({ ratings, normalised }) => averageText(ratings, normalised),
  },
  {
    header: t('common.change'),
    figure: ({ average, normalised }) =>
      average === null || normalised === null ? '' : formatDifference(normalised - average),
  },
]

const averageText = (ratings: JudgedProject['ratings'], average: number | null) => {
  if (ratings === null) return <span className={css.quiet}>{t('adminJudging.blindShort')}</span>
  return average === null ? t('common.notRated') : formatScore(average)
}
