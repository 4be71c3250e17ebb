// Projects with who gave how many stars, and a link to the rating of each.

import type { JudgedProject } from '@thirty/contracts/judging/api.ts'
import { formatProjectName } from '../../shared/format/format-name.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { formatScore } from '../../shared/format/format-score.ts'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { ShowAll } from '../../shared/ui/display/show-all.tsx'
import { PersonName, useNameOf } from '../../shared/people/people.tsx'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './judging-screen.module.css'

type JudgedProjectListProps = { label: string; projects: readonly JudgedProject[]; count: number }

export const JudgedProjectList = ({ label, projects, count }: JudgedProjectListProps) => (
  <>
    <ShowAll items={projects} first={5}>
      {(shown) => (
        <ul className={layout.column} aria-label={label}>
          {shown.map((project) => (
            <li key={project.projectId} className={css.item}>
              <JudgedProjectItem project={project} />
            </li>
          ))}
        </ul>
      )}
    </ShowAll>
    {count > projects.length && (
      <p className={css.text}>{t('adminJudging.more', { count: projects.length })}</p>
    )}
  </>
)

const JudgedProjectItem = ({ project }: { project: JudgedProject }) => {
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
