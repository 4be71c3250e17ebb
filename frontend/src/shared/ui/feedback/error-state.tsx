import type { ReactNode } from 'react'
import { CloudOff, RefreshCw } from 'lucide-react'
import { Button } from '../controls/button.tsx'
import { t } from '../../i18n/t.ts'
import css from './states.module.css'

type ErrorStateProps = {
  title: string
  children?: ReactNode
  heading?: 'h1' | 'h2' | 'h3'
  /** Reduces the padding, for a state inside a menu. */
  compact?: boolean | undefined
  onRetry: () => void
  retryLabel?: string
}

/** Says what could not be loaded, in its place, and offers to retry. */
export const ErrorState = ({
  title,
  children,
  onRetry,
  retryLabel = t('common.tryAgain'),
  compact,
  heading: Heading = compact ? 'h3' : 'h2',
}: ErrorStateProps) => (
  <div className={css.state} role="alert" data-compact={compact}>
    <CloudOff className={css.failed} size={34} strokeWidth={1.9} />
    <Heading>{title}</Heading>
    {children && <p>{children}</p>}
    <Button icon={<RefreshCw />} onClick={onRetry}>
      {retryLabel}
    </Button>
  </div>
)
