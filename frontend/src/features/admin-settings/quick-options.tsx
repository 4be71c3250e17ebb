// What admins can switch off for all participants, whether owners need two-factor sign-in, and the event on site. A
// switch takes effect at once, also for other admins.

import { useState } from 'react'
import { Bell, Mail, MapPin, ShieldCheck } from 'lucide-react'
import type { OptionsResponse } from '@thirty/contracts/challenge/options-api.ts'
import { challengeTime } from '../../shared/challenge/challenge-time.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { useOption } from '../../shared/challenge/use-option.ts'
import { formatChallengeStart } from '../../shared/format/format-time.ts'
import { formatList } from '../../shared/format/format.ts'
import { Link, paths } from '../../shared/navigation/router.ts'
import { Loaded } from '../../shared/live/loaded.tsx'
import { useLiveData } from '../../shared/live/live-data.ts'
import { useMay } from '../../shared/team/permissions.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { lazyDialog } from '../../shared/ui/dialog/lazy-dialog.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { SkeletonMenu } from '../../shared/ui/feedback/states.tsx'
import { Switch } from '../../shared/ui/forms/choice.tsx'
import { useServerNow } from '../../shared/ui/display/time.tsx'
import { optionsData, showChangedOptions } from './options-data.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './settings-screen.module.css'

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
type Option = (typeof options)[number]

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

const OptionSwitch = ({ option, isOn }: { option: Option; isOn: boolean }) => {
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
      {failure !== undefined && (
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
      )}
    </li>
  )
}

/** The gathering on site, which is not an event of the log: its networks, from which many people may come, and until when. */
const EventNetworksRow = ({ loaded }: { loaded: OptionsResponse }) => {
  const [isOpen, setIsOpen] = useState(false)
  const mayChange = useMay('manage-team')
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
      {mayChange && (
        <Button icon={<MapPin />} onClick={() => setIsOpen(true)}>
          {t(isUnderWay ? 'adminSettings.changeEvent' : 'adminSettings.nameEvent')}
        </Button>
      )}
      {isOpen && <EventNetworksDialog {...{ loaded, isUnderWay }} onClose={() => setIsOpen(false)} />}
    </li>
  )
}
