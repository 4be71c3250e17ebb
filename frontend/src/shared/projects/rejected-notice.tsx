// Why a project was rejected, and the way to a better version of it.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { paths } from '../navigation/router.ts'
import { useCurrentDay } from '../challenge/current-day.ts'
import { Banner } from '../ui/display/surfaces.tsx'
import { t, formatName } from '../i18n/t.ts'
import css from './rejected-notice.module.css'

type RejectedNoticeProps = {
  project: Pick<ProjectCard, 'day' | 'projectName' | 'rejectionReason'>
  /** Omits the link to the form, for the form itself. */
  linkHidden?: boolean
}

export const RejectedNotice = ({ project, linkHidden }: RejectedNoticeProps) => {
  const { day, projectName, rejectionReason } = project
  const ended = useCurrentDay((challenge) => challenge.ended)
  return (
    <Banner
      kind="danger"
      title={t('projects.wasRejected', { day, project: formatName(projectName) })}
      link={
        !linkHidden &&
        !ended && { to: paths.submitProjectForDay(day), children: t('common.reviseDay', { day }) }
      }
    >
      {rejectionReason ? t('common.reasonIs', { reason: rejectionReason }) : t('common.noReason')}
    </Banner>
  )
}

/** The notices of several projects: one is shown whole, more are one line that opens. */
export const RejectedNotices = ({ projects }: { projects: readonly RejectedNoticeProps['project'][] }) => {
  const notices = projects.map((project) => <RejectedNotice key={project.day} project={project} />)
  if (projects.length < 2) return notices
  return (
    <details>
      <summary className={css.summary}>{t('projects.wereRejected', { count: projects.length })}</summary>
      <div className={css.list}>{notices}</div>
    </details>
  )
}
