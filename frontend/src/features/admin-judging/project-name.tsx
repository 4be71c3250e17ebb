import type { CalibrationProject } from '@thirty/contracts/judging/api.ts'
import { formatProjectName } from '../../shared/format/format-name.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/navigation/router.ts'
import { useNameOf } from '../../shared/people/people.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './judging-screen.module.css'

type ProjectNameProps = {
  project: Pick<CalibrationProject, 'projectId' | 'projectName' | 'day' | 'participant'>
  state?: CalibrationProject['state']
}

/** A project in a table, with a link to its rating, its day and its participant. */
export const ProjectName = ({ project, state = 'rateable' }: ProjectNameProps) => {
  const { projectId, projectName, day, participant } = project
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
