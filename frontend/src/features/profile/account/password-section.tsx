// The section of the user's account that changes the password.

import { useEffect, useState } from 'react'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { SectionCard } from '../../../shared/ui/display/card.tsx'
import { Banner } from '../../../shared/ui/feedback/banner.tsx'
import { lazyDialog, preloadBeforePress } from '../../../shared/ui/dialog/lazy-dialog.tsx'
import { useFocusWhenShown } from '../../../shared/ui/move-focus.ts'
import { t } from '../../../shared/i18n/t.ts'
import css from './account-sections.module.css'

const PasswordForm = lazyDialog(async () => (await import('./password-form.tsx')).PasswordForm)

export const PasswordSection = () => {
  const [state, setState] = useState<'closed' | 'open' | 'canceled' | 'changed'>('closed')
  useEffect(() => preloadBeforePress(PasswordForm.preload), [])
  return (
    <SectionCard title={t('common.password')} className={css.section}>
      {state === 'changed' && (
        <Banner kind="success" live>
          {t('profile.passwordChanged')}
        </Banner>
      )}
      {state === 'open' ? (
        <PasswordForm onDone={() => setState('changed')} onClose={() => setState('canceled')} />
      ) : (
        <Closed wasOpen={state !== 'closed'} onOpen={() => setState('open')} />
      )}
    </SectionCard>
  )
}

type ClosedProps = {
  /** Moves the focus to the button, because the form with the pressed button is gone. */
  wasOpen: boolean
  onOpen: () => void
}

const Closed = ({ wasOpen, onOpen }: ClosedProps) => (
  <div className={css.row}>
    <p>{t('profile.changeLogsOut')}</p>
    <Button ref={useFocusWhenShown(wasOpen)} onClick={onOpen}>
      {t('profile.changePassword')}
    </Button>
  </div>
)
