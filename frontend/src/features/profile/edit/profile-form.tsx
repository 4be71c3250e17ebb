// The form of the profile. Nothing is saved before Save changes, the image included; only the push messages of this browser are turned on or
// off at once. The form of admins has fewer fields, because they have no public profile.

import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import type { ProfileRequest } from '@thirty/contracts/accounts/profile-api.ts'
import { LogOut, Monitor, Moon, Pencil, Sun } from 'lucide-react'
import { useEffect, useState, type ComponentProps } from 'react'
import { LogOutDialog } from '../../../shared/account/log-out-dialog.tsx'
import { ownAccount } from '../../../shared/account/own-account.tsx'
import { request } from '../../../shared/http/http.ts'
import { upload } from '../../../shared/http/upload.ts'
import { t } from '../../../shared/i18n/t.ts'
import { applyAccountTheme } from '../../../shared/preferences/theme.ts'
import { readPushState, turnOffPush, turnOnPush, type PushState } from '../../../shared/push/push.ts'
import { showLanguage } from '../../../shared/session/language.ts'
import { useSession } from '../../../shared/session/session.ts'
import { storeUnsent } from '../../../shared/session/unsent-values.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { FilterGroup } from '../../../shared/ui/controls/segments.tsx'
import { DialogButton } from '../../../shared/ui/dialog/dialog.tsx'
import { Badge, Card } from '../../../shared/ui/display/surfaces.tsx'
import { announce } from '../../../shared/ui/feedback/shell-messages.tsx'
import { Checkbox, Switch } from '../../../shared/ui/forms/choice.tsx'
import { Field, TextArea } from '../../../shared/ui/forms/field.tsx'
import {
  CancelButton,
  SubmitButton,
  FormMessages,
  useForm,
  type Form,
} from '../../../shared/ui/forms/use-form.tsx'
import { useFocusWhenShown } from '../../../shared/ui/move-focus.ts'
import {
  changedFields,
  languageChoices,
  profileValues,
  themeNames,
  unsentProfile,
  notificationKinds,
  notificationNames,
  type ProfileValues,
} from './profile-values.ts'
import { ProfileImageField, type ImageChange } from './profile-image-field.tsx'
import layout from '../../../shared/styles/layout.module.css'
import words from '../../../shared/styles/words.module.css'
import css from './profile-form.module.css'

type ProfileFormProps = {
  user: OwnUser
  /** Called when everything is saved; `hasChanged` is false if there was nothing to save. */
  onSaved: (hasChanged: boolean) => void
  onClose: () => void
}

const themes = [
  { value: 'light', label: themeNames.light, icon: <Sun size={16} /> },
  { value: 'dark', label: themeNames.dark, icon: <Moon size={16} /> },
  { value: 'system', label: themeNames.system, icon: <Monitor size={16} /> },
] as const

export const ProfileForm = ({ user, onSaved, onClose }: ProfileFormProps) => {
  const [image, setImage] = useState<ImageChange>()
  // The account may change meanwhile, such as in another tab.
  const [valuesAtStart] = useState(() => profileValues(user))
  const heading = useFocusWhenShown<HTMLHeadingElement>()

  const save = async (change: ProfileRequest): Promise<boolean> => {
    const hasFields = Object.keys(change).length > 0
    // First, because it can be refused for a field; the image follows once the fields are saved.
    if (hasFields) showChange((await request('PUT', '/api/auth/profile', { body: change })).user)
    if (image === 'removed') {
      await request('DELETE', '/api/uploads/profile-image')
      showChange({ profileImage: null })
    } else if (image) {
      const { imageUrl } = await upload('/api/uploads/profile-image', image.file, { field: 'profileImage' })
      showChange({ profileImage: imageUrl })
    }
    // Last: it loads the page again.
    if (change.language !== undefined) {
      storeUnsent(unsentProfile, undefined)
      showLanguage(change.language)
    }
    return hasFields || image !== undefined
  }
  const form = useForm({
    schema: async () => (await import('../form-schemas.ts')).profileForm,
    defaultValues: valuesAtStart,
    failureText: t('profile.profileNotUpdated'),
    unsent: unsentProfile,
    send: (values) => save(changedFields(valuesAtStart, values)),
    onDone: onSaved,
  })
  const language = form.control('language')
  const languages = languageChoices(language.value)
  const Heading = user.isAdmin ? 'h2' : 'h1'

  return (
    <Card as="section" padding="large" aria-labelledby="profile-title">
      <form className={layout.stack24} {...form.props}>
        <div className={css.head}>
          <Heading id="profile-title" ref={heading} tabIndex={-1}>
            {t('common.editProfile')}
          </Heading>
          {(form.fields.formState.isDirty || image !== undefined) && (
            <Badge tone="info" icon={<Pencil />} label={t('profile.unsavedChanges')} />
          )}
        </div>
        <FormMessages form={form} />
        <ProfileImageField user={user} change={image} onChange={setImage} disabled={form.pending} />
        <div className={css.fields}>
          <Field label={t('common.fullName')} autoComplete="name" {...form.text('fullName')} />
          <Field label={t('common.username')} optional autoComplete="username" {...form.text('username')} />
          {!user.isAdmin && (
            <>
              <Field label={t('profile.location')} optional autoComplete="on" {...form.text('location')} />
              <Field
                label={t('profile.website')}
                optional
                inputMode="url"
                autoComplete="url"
                hint={t('profile.httpsIsAdded')}
                {...form.text('website')}
              />
            </>
          )}
        </div>
        <Field
          label={t('common.email')}
          name="email"
          value={user.email}
          readOnlyReason={t('profile.emailCannotChange')}
        />
        {!user.isAdmin && <PublicTexts form={form} bio={valuesAtStart.bio} />}
        <div className={css.settings}>
          <div className={layout.stack20}>
            <Choice label={t('profile.theme')} options={themes} {...form.control('theme')} />
            {languages.length > 1 && (
              <Choice
                label={t('common.language')}
                options={languages.map(({ code, name }) => ({ value: code, label: name, lang: code }))}
                note={t('language.whereItApplies')}
                {...language}
              />
            )}
          </div>
          {!user.isAdmin && <Notifications form={form} />}
        </div>
        <div className={layout.cluster12}>
          <SubmitButton form={form} busyText={t('common.saving')}>
            {t('common.saveChanges')}
          </SubmitButton>
          <CancelButton form={form} onClose={onClose} kind="quiet" />
          <span className={css.logOut}>
            <DialogButton
              kind="danger-outline"
              icon={<LogOut />}
              dialog={(close) => <LogOutDialog onClose={close} />}
            >
              {t('common.logOut')}
            </DialogButton>
          </span>
        </div>
      </form>
    </Card>
  )
}

/** Shows a saved change on the screen, in the top bar, and in other tabs; and the theme at once. */
function showChange(change: Partial<OwnUser>): void {
  useSession.getState().changeUser(change)
  if (change.theme !== undefined) applyAccountTheme({ theme: change.theme })
  ownAccount.change((me) => ({ ...me, user: { ...me.user, ...change } }))
}

type ChoiceProps<Value extends string> = ComponentProps<typeof FilterGroup<Value>> & { note?: string }

const Choice = <Value extends string>({ note, ...choice }: ChoiceProps<Value>) => (
  <fieldset className={css.group}>
    <legend>{choice.label}</legend>
    <FilterGroup {...choice} />
    {note && <p className={words.faint}>{note}</p>}
  </fieldset>
)

const shownFields = [
  { name: 'shown.bio', label: t('profile.showBio') },
  { name: 'shown.location', label: t('profile.showLocation') },
  { name: 'shown.website', label: t('profile.showWebsite') },
] as const

type FieldsProps = { form: Form<ProfileValues> }

const PublicTexts = ({ form, bio }: FieldsProps & { bio: string }) => (
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
        {shownFields.map(({ name, label }) => (
          <Checkbox key={name} {...form.fields.register(name)} label={label} />
        ))}
      </div>
      <p className={words.faint}>{t('profile.whatOthersSee')}</p>
    </fieldset>
  </>
)

const Notifications = ({ form }: FieldsProps) => (
  <fieldset className={css.group}>
    <legend>{t('common.notifications')}</legend>
    {notificationKinds.map((kind) => {
      const name = `notifications.${kind}` as const
      if (kind === 'push') return <PushSwitch key={kind} {...form.control(name)} />
      return <Switch key={kind} wide {...form.fields.register(name)} label={notificationNames[kind]} />
    })}
  </fieldset>
)

const pushTexts: Record<PushState, string> = {
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
      announce(pushTexts[changed])
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
          <p>{pushTexts[state]}</p>
          {(state === 'off' || state === 'on') && (
            <Button
              size="small"
              kind={state === 'on' ? 'quiet' : 'secondary'}
              busy={isBusy}
              onClick={() => void change(state === 'on' ? turnOffPush : turnOnPush)}
            >
              {t(state === 'on' ? 'profile.turnOffHere' : 'profile.turnOnHere')}
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
