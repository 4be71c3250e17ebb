import type { LucideIcon } from 'lucide-react'
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import css from './figure.module.css'

type FigureProps = {
  icon: LucideIcon
  count: number
  /** The counted thing, for screen readers. */
  one: string
  /** Its plural; default: with an "s". */
  many?: string
}

/** A small number with an icon, such as that of likes. */
export const Figure = ({ icon: Icon, count, one, many = `${one}s` }: FigureProps) => (
  <span className={css.figure}>
    <Icon aria-hidden="true" size={16} strokeWidth={1.9} />
    {count.toLocaleString('en')}
    <VisuallyHidden> {count === 1 ? one : many}</VisuallyHidden>
  </span>
)
