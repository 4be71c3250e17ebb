// The fields of the profile that only participants have: place, public texts and notifications.

import { Checkbox, Switch } from '../../../shared/ui/forms/choice.tsx'
import { Field } from '../../../shared/ui/forms/field.tsx'
import { TextArea } from '../../../shared/ui/forms/text-area.tsx'
import type { Form } from '../../../shared/ui/forms/use-form.tsx'
import { notificationKinds, notificationNames, type ProfileValues } from './profile-values.ts'
import { t } from '../../../shared/i18n/t.ts'
import words from '../../../shared/styles/words.module.css'
import css from './profile-form.module.css'
import { useEffect, useState } from 'react'
import { readPushState, turnOffPush, turnOnPush, type PushState } from '../../../shared/push/push.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { announce } from '../../../shared/ui/feedback/announcer.tsx'
import layout from '../../../shared/styles/layout.module.css'

const shownFields = [
  { name: 'shown.bio', label: t('profile.showBio') },
  { name: 'shown.location', label: t('profile.showLocation') },
  { name: 'shown.website', label: t('profile.showWebsite') },
] as const

type FieldsProps = { form: Form<ProfileValues> }

export const WhereIAm = ({ form }: FieldsProps) => (
  <>
    <Field label={t('profile.location')} optional {...form.text('location')} />
    <Field
      label={t('profile.website')}
      optional
      inputMode="url"
      autoComplete="url"
      hint={t('profile.httpsIsAdded')}
      {...form.text('website')}
    />
  </>
)

export const PublicTexts = ({ form, bio }: FieldsProps & { bio: string }) => (
  <>
    <TextArea
      label={t('profile.bio')}
      optional
      rows={3}
      maxLength={1000}
      counter
      defaultValue={bio}
      {...form.text('bio')}
    />
    <fieldset className={css.group}>
      <legend>{t('profile.onPublicProfile')}</legend>
      <div className={css.shown}>
        {shownFields.map(({ name, label }) => {
          const { value, onValueChange } = form.control(name)
          return (
            <Checkbox
              key={name}
              name={name}
              label={label}
              checked={value}
              onChange={(event) => onValueChange(event.target.checked)}
            />
          )
        })}
      </div>
      <p className={words.faint}>{t('profile.whatOthersSee')}</p>
    </fieldset>
  </>
)

/** The switches for what the user is notified by. */
export const Notifications = ({ form }: FieldsProps) => (
  <fieldset className={css.group}>
    <legend>{t('common.notifications')}</legend>
    {notificationKinds.map((kind) => {
      const { name, value, onValueChange } = form.control(`notifications.${kind}`)
      if (kind === 'push') return <PushSwitch key={kind} {...{ name, value, onValueChange }} />
      return (
        <Switch
          key={kind}
          wide
          name={name}
          label={notificationNames[kind]}
          checked={value}
          onChange={(event) => onValueChange(event.target.checked)}
        />
      )
    })}
  </fieldset>
)

const texts: Record<PushState, string> = {
  unsupported: t('profile.pushUnsupported'),
  blocked: t('profile.pushBlocked'),
  off: t('profile.pushOff'),
  on: t('profile.pushOn'),
}

type PushSwitchProps = { name: string; value: boolean; onValueChange: (value: boolean) => void }

/**
 * The switch for push messages to all browsers of the account, which is saved with the form, and the setting of this browser, which is
 * changed at once. The browser asks for permission after a press only.
 */
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
