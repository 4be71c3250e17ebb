// The controls of the challenge: admins start, end and reset it, choose its options, keep saved texts and export data. It also leads to the
// webhooks.

import { useState } from 'react'
import { ArrowRight } from 'lucide-react'
import { HistoryNotices } from '../../shared/history/history-notices.tsx'
import { request } from '../../shared/http/http.ts'
import { liveData, reloads, useLiveData } from '../../shared/live/live-data.ts'
import { Loaded } from '../../shared/live/loaded.tsx'
import { paths } from '../../shared/navigation/router.ts'
import { allSavedTexts } from '../../shared/saved-texts/all-saved-texts.ts'
import { Allowed, ReadOnlyNotice, useMay } from '../../shared/team/permissions.tsx'
import { Button, ButtonLink } from '../../shared/ui/controls/button.tsx'
import { lazyDialog } from '../../shared/ui/dialog/lazy-dialog.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { SkeletonMenu } from '../../shared/ui/feedback/states.tsx'
import { AdminPage } from '../../shared/ui/page/admin-page.tsx'
import { ChallengeCard } from './challenge-card.tsx'
import { QuickOptions } from './quick-options.tsx'
import { ResetZone } from './reset-zone.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './settings-screen.module.css'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'

const ManageSavedTextsDialog = lazyDialog(
  async () => (await import('./saved-texts/manage-saved-texts-dialog.tsx')).ManageSavedTextsDialog,
)

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

/** How many texts are saved for rejections and feedback, with the dialog that lists and manages them. */
export const SavedTextsCard = () => {
  const [isOpen, setIsOpen] = useState(false)
  const mayManage = useMay('review-projects')
  return (
    <SectionCard title={t('common.savedTexts')} className={css.options}>
      <div className={css.export}>
        <div>
          <Loaded
            view={useLiveData(allSavedTexts)}
            loading={<SkeletonMenu count={1} label={t('adminSettings.loadingSavedTexts')} />}
            failed={t('adminSettings.savedTextsFailed')}
            compact
          >
            {({ savedTexts }) => {
              const reasons = savedTexts.filter(({ kind }) => kind === 'rejection').length
              const feedback = savedTexts.length - reasons
              return (
                <>
                  <p>{t('adminSettings.savedTextsNote')}</p>
                  <p className={css.exportKind}>
                    {reasons + feedback === 0
                      ? t('adminSettings.noSavedTexts')
                      : t('adminSettings.savedTextCounts', { reasons, feedback })}
                  </p>
                </>
              )
            }}
          </Loaded>
        </div>
        <Button onClick={() => setIsOpen(true)}>
          {t(mayManage ? 'adminSettings.manageSavedTexts' : 'adminSettings.viewSavedTexts')}
        </Button>
      </div>
      {isOpen && <ManageSavedTextsDialog onClose={() => setIsOpen(false)} />}
    </SectionCard>
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

const turnedOffCount = liveData<number>({
  load: async (_key, signal) => {
    const { webhooks } = await request('GET', '/api/admin/webhooks', { signal })
    return webhooks.filter(({ turnedOff }) => turnedOff !== null).length
  },
  messages: { 'webhooks.changed': reloads },
  // Only admins receive the message.
  reloadDelayMs: 100,
  isAlwaysFresh: true,
})

/** Leads to the webhooks, and says how many of them the server turned off. */
export const WebhooksCard = () => {
  // Nothing is said while it is not known: the screen of the webhooks says why they cannot be loaded.
  const { data: count = 0 } = useLiveData(turnedOffCount)
  return (
    <SectionCard title={t('common.webhooks')} className={css.options}>
      {count > 0 && (
        <Banner kind="danger" live>
          {t('adminSettings.webhooksTurnedOff', { count })}
        </Banner>
      )}
      <div className={css.export}>
        <div>
          <p>{t('adminSettings.webhooksText')}</p>
        </div>
        <ButtonLink to={paths.admin.webhooks} iconEnd={<ArrowRight />}>
          {t('adminSettings.openWebhooks')}
        </ButtonLink>
      </div>
    </SectionCard>
  )
}
