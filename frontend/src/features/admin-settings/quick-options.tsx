import { useState } from 'react'
import { Bell, Mail, ShieldCheck } from 'lucide-react'
import { Link } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { Loaded } from '../../shared/live/loaded.tsx'
import { useLiveData } from '../../shared/live/use-live-data.ts'
import { useMay } from '../../shared/team/permissions.tsx'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { SkeletonMenu } from '../../shared/ui/feedback/skeleton.tsx'
import { Switch } from '../../shared/ui/forms/switch.tsx'
import { changeOptions } from './api.ts'
import { EventRow } from './event-row.tsx'
import { optionsData, showChangedOptions } from './options-data.ts'
import { t } from './messages/t.ts'
import css from './settings-screen.module.css'

const options = [
  {
    name: 'notifications',
    permission: 'run-challenge',
    icon: <Bell />,
    label: t('notifications'),
    on: t('notificationsOn'),
    off: t('notificationsOff'),
  },
  {
    name: 'emailReminders',
    permission: 'run-challenge',
    icon: <Mail />,
    label: t('emailReminders'),
    on: t('emailRemindersOn'),
    off: t('emailRemindersOff'),
  },
  {
    name: 'ownersNeedTwoFactor',
    permission: 'manage-team',
    icon: <ShieldCheck />,
    label: t('ownersNeedTwoFactor'),
    on: t('ownersNeedTwoFactorOn'),
    off: t('ownersNeedTwoFactorOff'),
  },
] as const
type Option = (typeof options)[number]

/** What admins can switch off for all participants, whether owners need two-factor sign-in, and the event on site. A switch takes effect at once, also for other admins. */
export const QuickOptions = () => (
  <Card as="section" padding="large" className={css.options}>
    <CardTitle>{t('quickOptions')}</CardTitle>
    <Loaded
      view={useLiveData(optionsData)}
      loading={<SkeletonMenu count={options.length + 1} label={t('loadingOptions')} />}
      failed={t('optionsFailed')}
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
            <EventRow loaded={loaded} />
          </li>
        </ul>
      )}
    </Loaded>
  </Card>
)

const OptionSwitch = ({ option, isOn }: { option: Option; isOn: boolean }) => {
  const { pending, failure, run } = useFormSubmit(t('notSwitched', { option: option.label }))
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
            {!mayChange && option.permission === 'manage-team' && <span> {t('onlyOwnersSwitch')}</span>}
          </>
        }
        state={t(isShownOn ? 'on' : 'off')}
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
            option.name === 'ownersNeedTwoFactor' && <Link to={paths.admin.security}>{t('ownSecurity')}</Link>
          }
        >
          {failure}
        </Banner>
      )}
    </>
  )
}
