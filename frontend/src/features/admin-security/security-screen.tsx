import { AdminPage } from '../../shared/ui/page/admin-page.tsx'
import { FactorCards } from './factor-cards.tsx'
import { t } from '../../shared/i18n/t.ts'

/** The screen on which admins set up their own two-factor sign-in. */
export const SecurityScreen = () => (
  <AdminPage title={t('common.security')} note={t('adminSecurity.note')} narrow>
    <FactorCards />
  </AdminPage>
)
