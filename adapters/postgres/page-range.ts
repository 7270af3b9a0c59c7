/** One page of a list whose items are ordered by creation, newest first: how many, and after which one. */
export type PageRange = Readonly<{ limit: number; after?: Readonly<{ createdAt: Date; id: string }> | undefined }>;
