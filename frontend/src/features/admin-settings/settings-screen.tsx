import { HistoryNotices } from '../../shared/history/history-notices.tsx'
import { AdminPage } from '../../shared/ui/page/admin-page.tsx'
import { ChallengeCard } from './challenge-card.tsx'
import { QuickOptions } from './quick-options.tsx'
import { ResetZone } from './reset-zone.tsx'
import css from './settings-screen.module.css'

/** The screen on which admins start, end and reset the challenge. */
export const SettingsScreen = () => (
  <AdminPage
    title="Admin Challenge Controls"
    note="Start a challenge, or clear the data for the next cohort."
    narrow
  >
    <HistoryNotices />
    <div className={css.cards}>
      <ChallengeCard />
      <QuickOptions />
    </div>
    <ResetZone />
  </AdminPage>
)
