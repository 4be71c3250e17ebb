// A resource, which opens in a new tab, with its bookmark.

import { Bookmark } from 'lucide-react'
import { PlainIconButton } from '../../shared/ui/controls/plain-icon-button.tsx'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import { resourceCategories } from './resource-list.ts'
import { hostOf, type Resource } from './resources.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './resource-card.module.css'

type ResourceCardProps = {
  resource: Resource
  isBookmarked: boolean
  /** Undefined while it is not known whether the resource is bookmarked. */
  onToggle: (() => void) | undefined
}

export const ResourceCard = ({ resource, isBookmarked, onToggle }: ResourceCardProps) => (
  <Card as="li" link className={css.card}>
    <h2 className={css.name}>
      <a href={resource.url} target="_blank" rel="noopener noreferrer" className={css.link}>
        {t.rich('resources.opensNewTab', {
          name: resource.name,
          hidden: (text) => <VisuallyHidden>{text}</VisuallyHidden>,
        })}
      </a>
    </h2>
    <PlainIconButton
      label={t('resources.bookmark', { name: resource.name })}
      aria-pressed={isBookmarked}
      disabled={onToggle === undefined}
      icon={<Bookmark />}
      className={css.bookmark}
      onClick={onToggle}
    />
    <p className={css.about}>{resource.about}</p>
    <p className={css.foot}>
      <Badge>{resourceCategories[resource.category]}</Badge>
      <span className={css.host}>{hostOf(resource)}</span>
    </p>
  </Card>
)
