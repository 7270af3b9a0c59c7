const ELF_X86_64 = 62;
const ELF_AARCH64 = 183;

/** Makes the smallest program there is, for processors that this machine does not have. */
export function makeForeignProgram(): Buffer {
  const file = Buffer.alloc(120);
  file.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  file.writeUInt16LE(2, 16);
  file.writeUInt16LE(process.arch === "arm64" ? ELF_X86_64 : ELF_AARCH64, 18);
  file.writeUInt32LE(1, 20);
  file.writeBigUInt64LE(0x400078n, 24);
  file.writeBigUInt64LE(64n, 32);
  file.writeUInt16LE(64, 52);
  file.writeUInt16LE(56, 54);
  file.writeUInt16LE(1, 56);
  return file;
}
