// The controls of the challenge: admins start, end and reset it, choose its options, keep saved texts and export data. It also leads to the
// webhooks.

import { HistoryNotices } from '../../shared/history/history-notices.tsx'
import { Allowed, ReadOnlyNotice, useMay } from '../../shared/team/permissions.tsx'
import { AdminPage } from '../../shared/ui/page/admin-page.tsx'
import { ChallengeCard } from './challenge-card.tsx'
import { QuickOptions } from './quick-options.tsx'
import { ResetZone } from './reset-zone.tsx'
import { SavedTextsCard } from './saved-texts/saved-texts-card.tsx'
import { WebhooksCard } from './webhooks-card.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './settings-screen.module.css'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'

export const SettingsScreen = () => (
  <AdminPage title={t('adminSettings.controls')} note={t('adminSettings.controlsNote')} narrow>
    <HistoryNotices />
    <Notice />
    <div className={css.cards}>
      <ChallengeCard />
      <QuickOptions />
    </div>
    <SavedTextsCard />
    <Allowed to="export-data">
      <ExportCard />
    </Allowed>
    <Allowed to="manage-webhooks">
      <WebhooksCard />
    </Allowed>
    <Allowed to="manage-backups">
      <ResetZone />
    </Allowed>
  </AdminPage>
)

/** Says who can change what is here. Reviewers keep saved texts, and change nothing else. */
const Notice = () => {
  const keepsTexts = useMay('review-projects')
  return (
    <ReadOnlyNotice
      permission="run-challenge"
      {...(keepsTexts && { text: ({ role }) => t('adminSettings.savedTextsOnly', { role }) })}
    />
  )
}

const exports = [
  { kind: 'users', label: t('common.users'), text: t('adminSettings.usersExportText') },
  { kind: 'projects', label: t('common.projects'), text: t('adminSettings.projectsExportText') },
  { kind: 'ratings', label: t('common.ratings'), text: t('adminSettings.ratingsExportText') },
] as const

/** Saves users, projects and ratings as files. */
const ExportCard = () => (
  <SectionCard title={t('adminSettings.exportData')} className={css.options}>
    <ul>
      {exports.map(({ kind, label, text }) => (
        <li key={kind} className={css.export}>
          <div>
            <p className={css.exportKind}>{label}</p>
            <p>{text}</p>
          </div>
          <ExportButtons kind={kind} namesKind />
        </li>
      ))}
    </ul>
  </SectionCard>
)
