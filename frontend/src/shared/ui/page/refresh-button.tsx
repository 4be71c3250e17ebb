import { RefreshCw } from 'lucide-react'
import { Button } from '../controls/button.tsx'
import { t } from '../messages/t.ts'
import hidden from '../visually-hidden.module.css'

type RefreshButtonProps = { busy: boolean; onPress: () => void }

/** Loads the data of a screen again. On phones it shows only its icon. */
export const RefreshButton = ({ busy, onPress }: RefreshButtonProps) => (
  <Button
    icon={<RefreshCw aria-hidden="true" />}
    busy={busy}
    busyText={''}
    aria-label={t('refresh')}
    onClick={onPress}
  >
    <span className={hidden.visuallyHiddenOnPhones}>{t('refresh')}</span>
  </Button>
)
