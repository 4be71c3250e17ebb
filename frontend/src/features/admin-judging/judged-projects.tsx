// How the screen of judging shows projects: `ProjectListCard` in a list with who gave how many stars, `ProjectName` in the cell of a table,
// with its day and participant and a link to its rating.

import type { CalibrationProject, JudgedProject, JudgingResponse } from '@thirty/contracts/judging/api.ts'
import { formatProjectName } from '../../shared/format/format-name.ts'
import { Link, paths } from '../../shared/navigation/router.ts'
import { formatScore } from '../../shared/format/format-figures.ts'
import { ButtonLink } from '../../shared/ui/controls/button.tsx'
import { Badge, CountBadge } from '../../shared/ui/display/badge.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { ShowAll } from '../../shared/ui/display/show-all.tsx'
import { PersonName, useNameOf } from '../../shared/people/people.tsx'
import { t } from '../../shared/i18n/t.ts'
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
                <li key={project.projectId} className={css.item}>
                  <ListedProject project={project} />
                </li>
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
  const name = formatProjectName(project.projectName) || t('common.project')
  return (
    <>
      <div className={css.words}>
        <h3 dir="auto">{name}</h3>
        <p className={css.quiet} dir="auto">
          {t('adminJudging.dayOf', { day, name: nameOf(participant) })}
        </p>
        <GivenRatings project={project} />
      </div>
      <div className={layout.cluster8}>
        {spread !== null && spread > 0 && (
          <Badge tone="warning">{t('adminJudging.spread', { stars: formatScore(spread) })}</Badge>
        )}
        <ButtonLink
          to={paths.admin.rateProject(projectId)}
          size="small"
          aria-label={t('adminJudging.openRatingOf', { project: name })}
        >
          {t('adminJudging.openRating')}
        </ButtonLink>
      </div>
    </>
  )
}

const GivenRatings = ({ project: { ratings } }: { project: JudgedProject }) => {
  if (ratings === null) return <p className={css.text}>{t('adminJudging.blind')}</p>
  return (
    <ul className={css.given}>
      {ratings.map(({ reviewer, average, excluded }) => (
        <li key={reviewer._id}>
          <span dir="auto">
            <PersonName person={reviewer} />
          </span>
          <strong>{formatScore(average)}</strong>
          {excluded && <Badge tone="warning">{t('adminJudging.conflictMark')}</Badge>}
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
  const name = formatProjectName(projectName) || t('common.project')
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
