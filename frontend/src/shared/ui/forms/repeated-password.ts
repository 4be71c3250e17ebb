/** Whether the second password of a form equals the first. For `refine` of the form's schema. */
export const repeatsPassword = (form: { password: string; confirmPassword: string }): boolean =>
  form.confirmPassword === form.password

/** The options of `refine` for `repeatsPassword`. */
export const repeatedPassword = (message: string) => ({
  path: ['confirmPassword'],
  message,
  // By default a refinement waits until all other fields are valid.
  when: () => true,
})
