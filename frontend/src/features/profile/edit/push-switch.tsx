// The switch for push messages to all browsers of the account, which is saved with the form, and the setting of this browser, which is changed
// at once. The browser asks for permission after a press only.

import { useEffect, useState } from 'react'
import { readPushState, turnOffPush, turnOnPush, type PushState } from '../../../shared/push/push.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { announce } from '../../../shared/ui/feedback/toasts.tsx'
import { Switch } from '../../../shared/ui/forms/choice.tsx'
import { notificationNames } from './profile-values.ts'
import { t } from '../../../shared/i18n/t.ts'
import layout from '../../../shared/styles/layout.module.css'
import css from './profile-form.module.css'

const texts: Record<PushState, string> = {
  unsupported: t('profile.pushUnsupported'),
  blocked: t('profile.pushBlocked'),
  off: t('profile.pushOff'),
  on: t('profile.pushOn'),
}

type PushSwitchProps = { name: string; value: boolean; onValueChange: (value: boolean) => void }

export const PushSwitch = ({ name, value, onValueChange }: PushSwitchProps) => {
  const [state, setState] = useState<PushState>()
  const [isBusy, setIsBusy] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    readPushState().then(setState, () => setState('unsupported'))
  }, [])

  const change = async (turn: () => Promise<PushState>) => {
    setIsBusy(true)
    setHasFailed(false)
    try {
      const changed = await turn()
      setState(changed)
      announce(texts[changed])
    } catch {
      setHasFailed(true)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className={layout.stack8}>
      <Switch
        wide
        name={name}
        label={notificationNames.push}
        hint={t('profile.pushHint')}
        checked={value}
        onChange={({ target: { checked } }) => {
          onValueChange(checked)
          if (checked && state === 'off') void change(turnOnPush)
        }}
      />
      {value && state !== undefined && (
        <div className={css.pushState}>
          <p>{texts[state]}</p>
          {state === 'off' && (
            <Button size="small" busy={isBusy} onClick={() => void change(turnOnPush)}>
              {t('profile.turnOnHere')}
            </Button>
          )}
          {state === 'on' && (
            <Button size="small" kind="quiet" busy={isBusy} onClick={() => void change(turnOffPush)}>
              {t('profile.turnOffHere')}
            </Button>
          )}
        </div>
      )}
      {hasFailed && (
        <p role="alert" className={css.pushError}>
          {t('profile.pushNotChanged')}
        </p>
      )}
    </div>
  )
}
