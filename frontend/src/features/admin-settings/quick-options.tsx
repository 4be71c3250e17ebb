// What admins can switch off for all participants, whether owners need two-factor sign-in, and the event on site. A
// switch takes effect at once, also for other admins.

import { useState } from 'react'
import { Bell, Mail, ShieldCheck } from 'lucide-react'
import { Link } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { Loaded } from '../../shared/live/loaded.tsx'
import { useLiveData } from '../../shared/live/live-data.ts'
import { useMay } from '../../shared/team/permissions.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { SkeletonMenu } from '../../shared/ui/feedback/skeleton.tsx'
import { Switch } from '../../shared/ui/forms/choice.tsx'
import { changeOptions } from './api.ts'
import { EventNetworksRow } from './event-networks-row.tsx'
import { optionsData, showChangedOptions } from './options-data.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './settings-screen.module.css'

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
      heading="h3"
      compact
    >
      {(loaded) => (
        <ul>
          {options.map((option) => (
            <li key={option.name} className={css.option}>
              <OptionSwitch option={option} isOn={loaded.options[option.name]} />
            </li>
          ))}
          <li>
            <EventNetworksRow loaded={loaded} />
          </li>
        </ul>
      )}
    </Loaded>
  </SectionCard>
)

const OptionSwitch = ({ option, isOn }: { option: Option; isOn: boolean }) => {
  const { pending, failure, run } = useFormSubmit(t('adminSettings.notSwitched', { option: option.label }))
  const [requested, setRequested] = useState(isOn)
  const mayChange = useMay(option.permission)
  const isShownOn = pending ? requested : isOn

  const change = async (next: boolean) => {
    // One request at a time: a second press meanwhile would be shown, but not sent.
    if (pending) return
    setRequested(next)
    const response = await run(() => changeOptions({ [option.name]: next }))
    if (response === undefined) return
    showChangedOptions(response)
  }
  return (
    <>
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
        onChange={(event) => void change(event.target.checked)}
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
    </>
  )
}
