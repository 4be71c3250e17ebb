import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { t } from '../../i18n/t.ts'
import hidden from '../visually-hidden.module.css'

/** Loads the data of a screen again. The screen says if that fails. On phones it shows only its icon. */
export const RefreshButton = ({ refresh }: { refresh: () => Promise<unknown> }) => {
  const [busy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    await refresh().catch(() => undefined)
    setBusy(false)
  }
  return (
    <Button
      icon={<RefreshCw />}
      busy={busy}
      busyText={''}
      aria-label={t('ui.refresh')}
      onClick={() => void press()}
    >
      <span className={hidden.visuallyHiddenOnPhones}>{t('ui.refresh')}</span>
    </Button>
  )
}
