import { ArrowLeft } from 'lucide-react'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { t } from '../../shared/i18n/t.ts'

/** The link back to where the screen was opened from. */
export const BackToProjects = ({ path }: { path: string }) => (
  <ButtonLink to={path} kind="quiet" size="small" icon={<ArrowLeft aria-hidden="true" />}>
    {t('adminRating.backToProjects')}
  </ButtonLink>
)
