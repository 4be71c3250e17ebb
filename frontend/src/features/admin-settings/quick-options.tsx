import { useEffect, useState } from 'react'
import { Bell, Mail } from 'lucide-react'
import { errorMessage } from '../../shared/http/request-failed.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { isAfter } from '../../shared/live/position.ts'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { SkeletonMenu } from '../../shared/ui/feedback/skeleton.tsx'
import { ErrorState } from '../../shared/ui/feedback/states.tsx'
import { Switch } from '../../shared/ui/forms/switch.tsx'
import { changeOptions } from './api.ts'
import { optionsStore } from './options-store.ts'
import css from './settings-screen.module.css'

const options = [
  {
    name: 'notifications',
    icon: <Bell />,
    label: 'Notifications',
    on: 'Participants are notified of reviews, ratings, likes and comments.',
    off: 'Reviews, ratings, likes and comments made while this is off never become notifications.',
  },
  {
    name: 'emailReminders',
    icon: <Mail />,
    label: 'Email Reminders',
    on: 'Two hours before a day ends, to participants who have not submitted and want emails.',
    off: 'No reminders are sent to anybody.',
  },
] as const
type Option = (typeof options)[number]

/** What admins can switch off for all participants. A switch takes effect at once, also for other admins. */
export const QuickOptions = () => {
  useEffect(() => optionsStore.follow(), [])
  useEffect(() => void optionsStore.load(undefined), [])
  return (
    <Card as="section" padding="large" className={css.options}>
      <CardTitle>Quick Options</CardTitle>
      <OptionList />
    </Card>
  )
}

const OptionList = () => {
  const view = optionsStore.use((store) => store.view)
  if (view.state === 'loading') return <SkeletonMenu count={options.length} label="Loading the options" />
  if (view.state === 'failed')
    return (
      <ErrorState
        title="The options could not be loaded"
        heading="h3"
        compact
        onRetry={() => void optionsStore.load(undefined)}
      >
        {errorMessage(view.error, '')}
      </ErrorState>
    )
  return (
    <ul>
      {options.map((option) => (
        <li key={option.name} className={css.option}>
          <OptionSwitch option={option} isOn={view.data.options[option.name]} />
        </li>
      ))}
    </ul>
  )
}

const OptionSwitch = ({ option, isOn }: { option: Option; isOn: boolean }) => {
  const { pending, failure, run } = useFormSubmit(`${option.label} could not be switched. Please try again.`)
  const [requested, setRequested] = useState(isOn)
  const isShownOn = pending ? requested : isOn

  const change = async (next: boolean) => {
    // One request at a time: a second press meanwhile would be shown, but not sent.
    if (pending) return
    setRequested(next)
    const response = await run(() => changeOptions({ [option.name]: next }))
    if (response === undefined) return
    // The message about this change or about a later one may have arrived already.
    const { options: changed, position } = response
    optionsStore.change((loaded) =>
      isAfter({ ...loaded, position }, loaded) ? { ...loaded, options: changed, position } : loaded,
    )
  }
  return (
    <>
      <Switch
        wide
        icon={option.icon}
        label={<strong>{option.label}</strong>}
        hint={isShownOn ? option.on : option.off}
        state={isShownOn ? 'ON' : 'OFF'}
        checked={isShownOn}
        aria-busy={pending}
        onChange={(event) => void change(event.target.checked)}
      />
      {failure !== undefined && (
        <Banner kind="danger" live>
          {failure}
        </Banner>
      )}
    </>
  )
}
