// The controls of the challenge: admins start, end and reset it, choose its options, keep saved texts and export data. It also leads to the
// webhooks. A switch of the options takes effect at once, also for other admins.

import type { OptionsResponse } from '@thirty/contracts/challenge/options-api.ts'
import { ArrowRight, Bell, Mail, MapPin, ShieldCheck } from 'lucide-react'
import { HistoryNotices } from '../../shared/history/history-notices.tsx'
import { request } from '../../shared/http/http.ts'
import { liveData, reloads, useLiveData } from '../../shared/live/live-data.ts'
import { paths, Link } from '../../shared/navigation/router.ts'
import { allSavedTexts } from '../../shared/saved-texts/all-saved-texts.ts'
import { Allowed, ReadOnlyNotice, useMay } from '../../shared/team/permissions.tsx'
import { ButtonLink } from '../../shared/ui/controls/button.tsx'
import { DialogButton } from '../../shared/ui/dialog/dialog.tsx'
import { lazyDialog } from '../../shared/ui/dialog/lazy-dialog.tsx'
import { Banner, Failure, SectionCard } from '../../shared/ui/display/surfaces.tsx'
import { SkeletonMenu, Loaded } from '../../shared/ui/feedback/states.tsx'
import { AdminPage } from '../../shared/ui/page/page.tsx'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { challengeTime } from '../../shared/challenge/challenge-time.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { useOption, optionsData, showChangedOptions } from '../../shared/challenge/options.ts'
import { Switch } from '../../shared/ui/forms/choice.tsx'
import { useServerNow, formatChallengeStart } from '../../shared/ui/display/time.tsx'
import { ChallengeCard } from './challenge-card.tsx'
import { ResetZone } from './reset-zone.tsx'
import { t, formatList } from '../../shared/i18n/t.ts'
import css from './settings-screen.module.css'

const ManageSavedTextsDialog = lazyDialog(
  async () => (await import('./saved-texts/manage-saved-texts-dialog.tsx')).ManageSavedTextsDialog,
)

export const SettingsScreen = () => {
  const keepsTexts = useMay('review-projects')
  return (
    <AdminPage title={t('adminSettings.controls')} note={t('adminSettings.controlsNote')} narrow>
      <HistoryNotices />
      {/* Reviewers keep saved texts, and change nothing else. */}
      <ReadOnlyNotice
        permission="run-challenge"
        {...(keepsTexts && { text: ({ role }) => t('adminSettings.savedTextsOnly', { role }) })}
      />
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
}

export const SavedTextsCard = () => (
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
      <DialogButton dialog={(close) => <ManageSavedTextsDialog onClose={close} />}>
        {t(useMay('review-projects') ? 'adminSettings.manageSavedTexts' : 'adminSettings.viewSavedTexts')}
      </DialogButton>
    </div>
  </SectionCard>
)

const exports = [
  { kind: 'users', label: t('common.users'), text: t('adminSettings.usersExportText') },
  { kind: 'projects', label: t('common.projects'), text: t('adminSettings.projectsExportText') },
  { kind: 'ratings', label: t('common.ratings'), text: t('adminSettings.ratingsExportText') },
] as const

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
      <Failure text={count > 0 && t('adminSettings.webhooksTurnedOff', { count })} />
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

const EventNetworksDialog = lazyDialog(
  async () => (await import('./event-networks-dialog.tsx')).EventNetworksDialog,
)

const options = [
  {
    name: 'notifications',
    permission: 'run-challenge',
    icon: <Bell />,
    label: t('common.notifications'),
    on: t('adminSettings.notificationsOn'),
    off: t('adminSettings.notificationsOff'),
  },
  {
    name: 'emailReminders',
    permission: 'run-challenge',
    icon: <Mail />,
    label: t('adminSettings.emailReminders'),
    on: t('adminSettings.emailRemindersOn'),
    off: t('adminSettings.emailRemindersOff'),
  },
  {
    name: 'ownersNeedTwoFactor',
    permission: 'manage-team',
    icon: <ShieldCheck />,
    label: t('adminSettings.ownersNeedTwoFactor'),
    on: t('adminSettings.ownersNeedTwoFactorOn'),
    off: t('adminSettings.ownersNeedTwoFactorOff'),
  },
] as const

export const QuickOptions = () => (
  <SectionCard title={t('adminSettings.quickOptions')} className={css.options}>
    <Loaded
      view={useLiveData(optionsData)}
      loading={<SkeletonMenu count={options.length + 1} label={t('adminSettings.loadingOptions')} />}
      failed={t('adminSettings.optionsFailed')}
      compact
    >
      {(loaded) => (
        <ul>
          {options.map((option) => (
            <OptionSwitch key={option.name} option={option} isOn={loaded.options[option.name]} />
          ))}
          <EventNetworksRow loaded={loaded} />
        </ul>
      )}
    </Loaded>
  </SectionCard>
)

const OptionSwitch = ({ option, isOn }: { option: (typeof options)[number]; isOn: boolean }) => {
  const failureText = t('adminSettings.notSwitched', { option: option.label })
  const { pending, failure, shown: isShownOn, change } = useOption(isOn, failureText, showChangedOptions)
  const mayChange = useMay(option.permission)
  return (
    <li className={css.option}>
      <Switch
        wide
        icon={option.icon}
        label={<strong>{option.label}</strong>}
        hint={
          <>
            <span>{isShownOn ? option.on : option.off}</span>
            {!mayChange && option.permission === 'manage-team' && (
              <span> {t('adminSettings.onlyOwnersSwitch')}</span>
            )}
          </>
        }
        state={t(isShownOn ? 'adminSettings.on' : 'adminSettings.off')}
        checked={isShownOn}
        aria-busy={pending}
        disabled={!mayChange}
        onChange={({ target: { checked } }) => void change(checked, { [option.name]: checked })}
      />
      <Banner
        kind="danger"
        live
        action={
          option.name === 'ownersNeedTwoFactor' && (
            <Link to={paths.admin.security}>{t('adminSettings.ownSecurity')}</Link>
          )
        }
      >
        {failure}
      </Banner>
    </li>
  )
}

/** The gathering on site, which is not an event of the log: its networks, from which many people may come, and until when. */
const EventNetworksRow = ({ loaded }: { loaded: OptionsResponse }) => {
  const now = useServerNow(60_000)
  const { timeZone } = useCurrentDay()
  const { eventNetworks: event } = loaded.options
  const isUnderWay = event !== null && Date.parse(event.until) > now
  return (
    <li className={css.event}>
      <div>
        <p className={css.exportKind}>{t('adminSettings.event')}</p>
        <p role="status">
          {isUnderWay
            ? t.rich('adminSettings.eventUnderWay', {
                networks: formatList(event.networks),
                when: formatChallengeStart(event.until, timeZone, now),
                time: challengeTime(event.until, timeZone),
              })
            : t('adminSettings.eventText')}
        </p>
      </div>
      <DialogButton
        icon={<MapPin />}
        isHidden={!useMay('manage-team')}
        dialog={(close) => <EventNetworksDialog {...{ loaded, isUnderWay }} onClose={close} />}
      >
        {t(isUnderWay ? 'adminSettings.changeEvent' : 'adminSettings.nameEvent')}
      </DialogButton>
    </li>
  )
}
