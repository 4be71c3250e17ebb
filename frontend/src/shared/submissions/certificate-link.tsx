// Leads to the certificate, and says how many of the thirty days count for it so far.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { Award } from 'lucide-react'
import { Link, paths } from '../navigation/router.ts'
import layout from '../styles/layout.module.css'
import { t } from '../i18n/t.ts'

type SubmittedDay = Pick<ProjectCard, 'day' | 'status'>

export const CertificateLink = ({ projects }: { projects: readonly SubmittedDay[] }) => {
  const counted = new Set(projects.filter(({ status }) => status !== 'rejected').map(({ day }) => day)).size
  return (
    <Link to={paths.ownCertificate} className={layout.nextLink}>
      <Award size={18} />
      {counted === totalDays
        ? t('submissions.yourCertificate')
        : t('submissions.certificateProgress', { counted, total: totalDays })}
    </Link>
  )
}
