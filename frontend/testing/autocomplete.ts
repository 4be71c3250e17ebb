// What browsers and password managers may fill in.

const textFields = 'input:not([type=file], [type=radio], [type=checkbox]), textarea'

/** Returns what may be filled into each text field of the forms on the page, by its name. The form says it for fields that do not. */
export const autocompletes = (): Record<string, string | null | undefined> =>
  Object.fromEntries(
    [...document.querySelectorAll(textFields)].map((field) => [
      field.getAttribute('name'),
      field.getAttribute('autocomplete') ?? field.closest('form')?.getAttribute('autocomplete'),
    ]),
  )
