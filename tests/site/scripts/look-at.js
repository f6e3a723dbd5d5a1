/** @param {Iterable<Element>} elements */
(elements) => {
  const never =
    "img,image,iframe,frame,frameset,object,embed,applet,base,style,video,audio,source," +
    "track,template,animate,set,use,foreignobject,math,marquee,bgsound,portal,slot,dialog,keygen," +
    "isindex,noembed,listing,xmp,x,xss";
  const own = /(^|\/)static\/([\w-]+\/)*[\w-]+\.js$/;
  const runs = /^[\0-\x20]*(?!https?:)[a-z][a-z0-9+.-]*:/i;
  /** @param {Element} element */
  const isWrong = (element) => {
    if (element.matches(never)) return true;
    if (element.matches("script:not([type='application/json'])")) {
      if (!own.test(element.getAttribute("src") ?? "")) return true;
    }
    if (element.matches("meta[http-equiv]:not([http-equiv='Content-Security-Policy'])")) {
      return true;
    }
    return [...element.attributes].some(({ name, value }) => {
      if (/^(on|style$|srcdoc$|formaction$)/i.test(name)) return true;
      if (!/^(href|src|action|data|poster|xlink:href)$/i.test(name)) return false;
      const address = value.replace(/[\t\n\r]/g, "");
      return runs.test(address) && !address.startsWith("file:");
    });
  };
  const wrong = [...elements].filter(isWrong).map((element) => element.outerHTML);
  if (window.broken !== undefined && !(window.broken instanceof Element)) {
    wrong.push(`a script ran: ${window.broken}`);
  }
  return wrong;
};
