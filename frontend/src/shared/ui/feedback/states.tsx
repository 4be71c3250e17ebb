// What stands in place of content: that there is nothing yet, that it could not be loaded, or that nothing matches a search.

import type { ReactNode } from 'react'
import { CloudOff, RefreshCw, SearchX } from 'lucide-react'
import { Button } from '../controls/button.tsx'
import { t } from '../../i18n/t.ts'
import words from '../../styles/words.module.css'
import css from './states.module.css'

type StateProps = { title: string; children?: ReactNode; heading?: 'h1' | 'h2' | 'h3' }

/** Reduces the padding, for a state inside a menu. */
type CompactProps = { compact?: boolean | undefined }

/** Says that there is nothing yet, and offers one action. */
export const EmptyState = ({
  title,
  children,
  action,
  heading: Heading = 'h2',
}: StateProps & { action?: ReactNode }) => (
  <div className={css.state}>
    <svg viewBox="0 0 128 64" width="128" height="64" aria-hidden="true" className={css.drawing}>
      <g transform="translate(2 62) skewX(-14)">
        {[20, 34, 60, 34, 20].map((height, index) => (
          <rect
            key={index}
            x={index * 26}
            y={-height}
            width="18"
            height={height}
            rx="3.6"
            data-missing={index === 2 || undefined}
          />
        ))}
      </g>
    </svg>
    <Heading>{title}</Heading>
    {children && <p>{children}</p>}
    {action}
  </div>
)

type ErrorStateProps = StateProps & CompactProps & { onRetry?: () => void; retryLabel?: string }

/** Says what failed, and offers to retry. */
export const ErrorState = ({
  title,
  children,
  onRetry,
  retryLabel = t('common.tryAgain'),
  heading: Heading = 'h2',
  compact,
}: ErrorStateProps) => (
  <div className={css.state} role="alert" data-compact={compact}>
    <CloudOff className={css.failed} size={34} strokeWidth={1.9} />
    <Heading>{title}</Heading>
    {children && <p>{children}</p>}
    {onRetry && (
      <Button icon={<RefreshCw />} onClick={onRetry}>
        {retryLabel}
      </Button>
    )}
  </div>
)

/** Says that no entry matches the search or the filters. */
export const NoMatches = ({
  title,
  onClear,
  heading: Heading = 'h2',
  compact,
}: StateProps & CompactProps & { onClear: () => void }) => (
  <div className={css.state} role="status" data-compact={compact}>
    <SearchX className={words.pale} size={30} strokeWidth={1.9} />
    <Heading>{title}</Heading>
    <p>{t('ui.adjustSearch')}</p>
    <Button onClick={onClear}>{t('common.clearAll')}</Button>
  </div>
)
