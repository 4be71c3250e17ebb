import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const source = path.join(import.meta.dirname, '../src')
const sources = globSync('**/*.{ts,tsx}', { cwd: source })
  .filter((file) => !file.includes('.spec.'))
  .map((file) => ({ file, text: readFileSync(path.join(source, file), 'utf8') }))

/** Secrets are never stored in the browser, and without a session nothing says whose text it is. */
const secret = 'asks for a password, a code or a key'
const signedOut = 'is for visitors, about whom nothing is stored'
const short = 'has one short name or moment, and closes when it is sent'

/** The forms that forget what was typed, and why. */
const forgetful: Readonly<Record<string, string>> = {
  'features/accounts/log-in-and-sign-up-screens.tsx': signedOut,
  'features/accounts/mailed-link-screens.tsx': secret,
  'features/admin-accounts/admin-account-screens.tsx': signedOut,
  'features/admin-backups/backup-dialogs.tsx': `${short}, or is a secret`,
  'features/admin-security/second-factor-cards.tsx': secret,
  'features/admin-settings/moment-dialogs.tsx': short,
  'features/admin-team/invite-dialog.tsx': short,
  'features/admin-webhooks/webhook-dialog.tsx': 'has an address that may contain a secret',
  'features/profile/account/account-forms.tsx': secret,
  'shared/account/account-fields.tsx': secret,
  'shared/second-step/second-factors.tsx': secret,
}

/** Makes a form with the options that its users give it. */
const formDialog = 'shared/ui/forms/form-dialog.tsx'

/** Text areas outside of the forms that keep their text, and what keeps it there. */
const keptElsewhere: Readonly<Record<string, string>> = {
  'features/submit/submit-form.tsx': 'drafts of the account',
  'shared/saved-texts/saved-text-field.tsx': 'the form that has the field',
}

const formsIn = ({ text }: { text: string }): number =>
  text.match(/[^.\w]useForm(<[^(]*>)?\(\{|<FormDialog\s/g)?.length ?? 0

/** Whether a file names what it keeps, for each of its forms. */
const keeps = (file: { text: string }): boolean =>
  (file.text.match(/\bunsent\b/g)?.length ?? 0) >= Math.max(1, formsIn(file))

test('every form keeps what is typed until it is sent, or says why not', () => {
  const forms = sources.filter((source) => formsIn(source) > 0 && source.file !== formDialog)
  expect(forms.reduce((sum, file) => sum + formsIn(file), 0)).toBeGreaterThan(25)
  const forgetting = forms
    .filter((form) => !keeps(form) && !(form.file in keptElsewhere))
    .map(({ file }) => file)
  expect(forgetting.toSorted()).toEqual(Object.keys(forgetful).toSorted())
})

test('every text area is in a form that keeps its text', () => {
  const areas = sources.filter(({ text }) => /<(TextArea|textarea)\b/.test(text)).map(({ file }) => file)
  expect(areas.length).toBeGreaterThan(8)
  const forgetting = areas.filter(
    (file) =>
      file !== 'shared/ui/forms/field.tsx' &&
      !(file in keptElsewhere) &&
      !keeps(sources.find((one) => one.file === file) ?? { text: '' }),
  )
  expect(forgetting).toEqual([])
  // Nothing is listed that is no longer there.
  expect(Object.keys(keptElsewhere).filter((file) => !areas.includes(file))).toEqual([])
})
